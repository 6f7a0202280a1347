import { methodRow } from '#server/catalogue/demo/method-texts.ts';
import type { SeedSite } from '../types.ts';
import { exhibition02Dig } from './nishinippon-exhibition02-dig.ts';
import { exhibition02Entry } from './nishinippon-exhibition02-entry.ts';

/** An exhibition of dinosaur fossils, for families. Invented. */
export const nishinipponExhibition02: SeedSite = {
  code: 'nishinippon-exhibition02',
  defaultLang: 'ja',
  products: [exhibition02Entry, exhibition02Dig],
  sets: [
    {
      uuid: 'd84954fe-615a-4794-88b1-f3f0a7848228',
      key: 'exhibition02-kit',
      with: ['exhibition02-entry', 'exhibition02-dig'],
      add_cost: 1200,
      max: 3,
      stock: 15,
      words: {
        ja: {
          product_name: 'おうちで発掘キット',
          description: '石こうの中から骨格模型を掘り出すキット。会場の売店でお渡しします。',
        },
        en: {
          product_name: 'Dig kit for home',
          description: 'A model skeleton hidden in plaster. Collect it at the exhibition shop.',
        },
        'zh-hans': { product_name: '家庭发掘套装', description: '从石膏中挖出骨骼模型。于会场商店领取。' },
        kr: {
          product_name: '집에서 하는 발굴 키트',
          description: '석고 속에서 골격 모형을 캐내는 키트. 전시장 매점에서 드립니다.',
        },
        'zh-hant': { product_name: '居家挖掘組', description: '從石膏中挖出骨骼模型。於會場商店領取。' },
      },
    },
  ],
  fields: [
    { field: 'fullname', shown: true, required: true, list: null },
    { field: 'email', shown: true, required: true, list: null },
    { field: 'phone', shown: true, required: true, list: null },
    { field: 'gender', shown: false, required: false, list: 'genders' },
    { field: 'age', shown: true, required: true, list: 'age_bands' },
    { field: 'resident_area', shown: true, required: false, list: 'residence_areas' },
    { field: 'address', shown: false, required: false, list: null },
    { field: 'questionnaire1', shown: true, required: false, list: null },
    { field: 'questionnaire2', shown: false, required: false, list: null },
    { field: 'questionnaire3', shown: false, required: false, list: null },
    { field: 'mail_magazine', shown: true, required: false, list: null },
  ],
  methods: [methodRow('stripe'), methodRow('free')],
  texts: {
    ja: {
      order_visit_notice:
        '第2・第4火曜日はお休みです。土日祝の午前中は混み合います。平日の14時以降が比較的ゆったりご覧いただけます。',
      field_questionnaire1: 'いちばん好きな恐竜',
      footer_app: '骨格図鑑アプリをダウンロード',
      footer_help: 'お子さま連れの方へ',
    },
    en: {
      order_visit_notice:
        'Closed on the second and fourth Tuesday of the month. Weekend and holiday mornings are busy; weekdays after 14:00 are calmer.',
      field_questionnaire1: 'Your favourite dinosaur',
      footer_app: 'Get the skeleton guide app',
      footer_help: 'Visiting with children',
    },
    'zh-hans': {
      order_visit_notice: '每月第二、第四个星期二休息。周末及节假日上午人较多，平日14:00以后较为宽松。',
      field_questionnaire1: '您最喜欢的恐龙',
      footer_app: '下载骨骼图鉴 App',
      footer_help: '携儿童参观须知',
    },
    kr: {
      order_visit_notice:
        '매월 둘째·넷째 화요일은 휴관합니다. 주말과 공휴일 오전은 붐비며, 평일 14시 이후가 비교적 여유롭습니다.',
      field_questionnaire1: '가장 좋아하는 공룡',
      footer_app: '골격 도감 앱 다운로드',
      footer_help: '어린이와 함께 오시는 분께',
    },
    'zh-hant': {
      order_visit_notice: '每月第二、第四個星期二休息。週末及國定假日上午人潮較多，平日14:00以後較為寬鬆。',
      field_questionnaire1: '您最喜歡的恐龍',
      footer_app: '下載骨骼圖鑑 App',
      footer_help: '攜兒童參觀須知',
    },
  },
};
