import { methodRow } from '#server/seed/method-texts.ts';
import type { SeedSite } from '../types.ts';
import { admission } from './borderless-admission.ts';
import { garden } from './borderless-garden.ts';
import { sets } from './borderless-sets.ts';
import { walk } from './borderless-walk.ts';

/** The default site: a digital art museum. Invented, but realistic. */
export const borderless: SeedSite = {
  code: 'borderless',
  defaultLang: 'ja',
  products: [admission, garden, walk],
  sets,
  configurations: {
    app_mode: [],
    operator_name: 'ボーダレス美術館運営事務局',
    operator_address: '東京都港区虎ノ門0-0-0',
    representative: '事務局長　中村 光',
    legal: {
      seller: {
        ja: '一般財団法人ボーダレス文化財団',
        en: 'Borderless Cultural Foundation',
        'zh-hans': '无界文化财团',
        kr: '보더리스 문화재단',
        'zh-hant': '無界文化財團',
      },
      address: { en: '0-0-0 Toranomon, Minato-ku, Tokyo' },
      phone_hours: {
        ja: '10時〜18時（無休）',
        en: '10:00 to 18:00 Japan time, every day',
        'zh-hans': '每日10:00～18:00（日本时间）',
        kr: '매일 10:00~18:00(일본 시간)',
        'zh-hant': '每日10:00～18:00（日本時間）',
      },
      court: {
        ja: '東京地方裁判所',
        en: 'The Tokyo District Court',
        'zh-hans': '东京地方法院',
        kr: '도쿄 지방재판소',
        'zh-hant': '東京地方法院',
      },
      issued: '2025-04-01',
      changed: '2026-11-01',
      sold_to_eu: false,
    },
    contact_mail: 'tickets@museum.example',
    contact_phone: '03-0000-0000',
    terms_url: '',
    specified_url: '',
    privacy_url: '',
    about_url: '',
    app_url: '',
    help_url: '',
    extra_url: '',
    tax_rate: 10,
    invoice_number: 'T1234567890123',
    sandbox_url: '',
  },
  fields: [
    { field: 'fullname', shown: true, required: true, list: null },
    { field: 'email', shown: true, required: true, list: null },
    { field: 'phone', shown: true, required: true, list: null },
    { field: 'gender', shown: true, required: false, list: 'genders' },
    { field: 'age', shown: true, required: false, list: 'age_bands' },
    { field: 'resident_area', shown: true, required: false, list: 'residence_areas' },
    { field: 'address', shown: false, required: false, list: null },
    { field: 'questionnaire1', shown: false, required: false, list: null },
    { field: 'questionnaire2', shown: false, required: false, list: null },
    { field: 'questionnaire3', shown: false, required: false, list: null },
    { field: 'mail_magazine', shown: true, required: false, list: null },
  ],
  methods: [methodRow('stripe_secure'), methodRow('free')],
  texts: {
    ja: { order_visit_notice: '「−」の日は、休館日（第2・第4火曜日）または販売期間外です。' },
    en: {
      order_visit_notice: 'Days marked “−” are closed (second and fourth Tuesday of the month) or not on sale.',
    },
    'zh-hans': { order_visit_notice: '标有“−”的日期为闭馆日（每月第二、第四个星期二）或不在销售期内。' },
    kr: { order_visit_notice: '‘−’로 표시된 날은 휴관일(둘째·넷째 화요일)이거나 판매 기간이 아닙니다.' },
    'zh-hant': { order_visit_notice: '標示「−」的日期為休館日（每月第二、第四個星期二）或非販售期間。' },
  },
};
