import { methodRow } from '#server/catalogue/demo/method-texts.ts';
import type { SeedSite } from '../types.ts';
import { carrierAquarium } from './mobile-carrier-aquarium.ts';
import { carrierGarden } from './mobile-carrier-garden.ts';

/** Discounted admissions for the members of a mobile carrier. Invented. */
export const mobileCarrier: SeedSite = {
  code: 'mobile-carrier',
  defaultLang: 'ja',
  products: [carrierGarden, carrierAquarium],
  sets: [],
  fields: [
    { field: 'fullname', shown: true, required: true, list: null },
    { field: 'email', shown: true, required: true, list: null },
    { field: 'phone', shown: true, required: true, list: null },
    { field: 'gender', shown: true, required: false, list: 'genders_two' },
    { field: 'age', shown: true, required: false, list: 'age_bands' },
    { field: 'resident_area', shown: true, required: false, list: 'asia' },
    { field: 'address', shown: false, required: false, list: null },
    { field: 'questionnaire1', shown: false, required: false, list: null },
    { field: 'questionnaire2', shown: false, required: false, list: null },
    { field: 'questionnaire3', shown: false, required: false, list: null },
    { field: 'mail_magazine', shown: true, required: false, list: null },
  ],
  methods: [methodRow('softbank_credit'), methodRow('softbank_paypay'), methodRow('free')],
  texts: {
    ja: {
      order_visit_notice: '「−」の日は、施設の休館日（第2・第4火曜日）または会員優待の対象外の日です。',
      field_phone_hint: '会員登録の電話番号をご入力ください。ハイフンはあってもなくても構いません。',
      footer_app: '会員アプリをダウンロード',
      footer_extra: '会員優待の一覧',
    },
    en: {
      order_visit_notice:
        'Days marked “−” are closed (second and fourth Tuesday of the month) or not part of the members’ offer.',
      field_phone_hint: 'The number of your membership, with or without hyphens.',
      footer_app: 'Get the members’ app',
      footer_extra: 'All members’ offers',
    },
    'zh-hans': {
      order_visit_notice: '标有“−”的日期为场馆休息日（每月第二、第四个星期二）或不适用会员优惠。',
      field_phone_hint: '请输入会员登记的电话号码，有无连字符均可。',
      footer_app: '下载会员 App',
      footer_extra: '全部会员优惠',
    },
    kr: {
      order_visit_notice: '‘−’로 표시된 날은 시설 휴관일(둘째·넷째 화요일)이거나 회원 우대 대상이 아닌 날입니다.',
      field_phone_hint: '회원 가입 시 등록한 전화번호를 입력해 주세요. 하이픈(-)은 있어도 없어도 됩니다.',
      footer_app: '회원 앱 다운로드',
      footer_extra: '회원 우대 목록',
    },
    'zh-hant': {
      order_visit_notice: '標示「−」的日期為場館休息日（每月第二、第四個星期二）或不適用會員優惠。',
      field_phone_hint: '請輸入會員登記的電話號碼，有無連字號皆可。',
      footer_app: '下載會員 App',
      footer_extra: '所有會員優惠',
    },
  },
};
