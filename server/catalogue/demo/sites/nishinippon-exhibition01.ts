import { methodRow } from '#server/catalogue/demo/method-texts.ts';
import type { SeedSite } from '../types.ts';
import { exhibition01Day } from './nishinippon-exhibition01-day.ts';
import { exhibition01Night } from './nishinippon-exhibition01-night.ts';

/** An exhibition of painted picture scrolls. Invented. */
export const nishinipponExhibition01: SeedSite = {
  code: 'nishinippon-exhibition01',
  defaultLang: 'ja',
  products: [exhibition01Day, exhibition01Night],
  sets: [
    {
      uuid: '78e6c916-9deb-4cd7-9568-f3ec78ecfeea',
      key: 'exhibition01-audio',
      with: ['exhibition01-day'],
      add_cost: 650,
      max: 10,
      stock: 120,
      words: {
        ja: {
          product_name: '音声ガイド',
          description: '声優による朗読を交えた約40分。日本語・英語からお選びください。',
        },
        en: { product_name: 'Audio guide', description: 'About forty minutes with readings, in Japanese or English.' },
        'zh-hans': { product_name: '语音导览', description: '约40分钟，含朗读，提供日语、英语。' },
        kr: {
          product_name: '오디오 가이드',
          description: '낭독을 곁들인 약 40분. 일본어·영어 중에서 선택하실 수 있습니다.',
        },
        'zh-hant': { product_name: '語音導覽', description: '約40分鐘，含朗讀，提供日語、英語。' },
      },
    },
  ],
  fields: [
    { field: 'fullname', shown: true, required: true, list: null },
    { field: 'email', shown: true, required: true, list: null },
    { field: 'phone', shown: true, required: true, list: null },
    { field: 'gender', shown: false, required: false, list: 'genders' },
    { field: 'age', shown: true, required: false, list: 'age_bands' },
    { field: 'resident_area', shown: true, required: false, list: 'residence_areas' },
    { field: 'address', shown: false, required: false, list: null },
    { field: 'questionnaire1', shown: true, required: false, list: null },
    { field: 'questionnaire2', shown: false, required: false, list: null },
    { field: 'questionnaire3', shown: false, required: false, list: null },
    { field: 'mail_magazine', shown: true, required: false, list: null },
  ],
  methods: [methodRow('stripe_secure'), methodRow('gmo_paypay'), methodRow('free')],
  texts: {
    ja: {
      order_visit_notice: '第2・第4火曜日は、絵巻の点検のため休館します。夜の特別観覧も同じ日にお休みします。',
      field_questionnaire1: 'この展覧会を何でお知りになりましたか',
    },
    en: {
      order_visit_notice:
        'Closed on the second and fourth Tuesday of the month while the scrolls are inspected; no night viewing on those days either.',
      field_questionnaire1: 'How did you hear about this exhibition?',
    },
    'zh-hans': {
      order_visit_notice: '每月第二、第四个星期二因检查绘卷而闭馆，当晚的特别观赏亦暂停。',
      field_questionnaire1: '您从何处得知本次展览',
    },
    kr: {
      order_visit_notice: '매월 둘째·넷째 화요일은 두루마리 점검을 위해 휴관하며, 밤 특별 관람도 쉽니다.',
      field_questionnaire1: '이번 전시를 알게 된 경로',
    },
    'zh-hant': {
      order_visit_notice: '每月第二、第四個星期二因檢查繪卷而休館，當晚的特別觀賞亦暫停。',
      field_questionnaire1: '您從何處得知本次展覽',
    },
  },
};
