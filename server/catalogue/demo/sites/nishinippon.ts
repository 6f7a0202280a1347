import { methodRow } from '#server/catalogue/demo/method-texts.ts';
import type { SeedSite } from '../types.ts';
import { nishinipponShow } from './nishinippon-show.ts';
import { nishinipponTalk } from './nishinippon-talk.ts';

/** An art venue with changing shows and evening talks. Invented. */
export const nishinippon: SeedSite = {
  code: 'nishinippon',
  defaultLang: 'ja',
  products: [nishinipponShow, nishinipponTalk],
  sets: [
    {
      uuid: 'd60b2d45-1fab-467c-9554-9544c9e4a205',
      key: 'nishinippon-catalogue',
      with: ['nishinippon-show', 'nishinippon-talk'],
      add_cost: 2200,
      max: 4,
      stock: 20,
      words: {
        ja: {
          product_name: '展覧会図録',
          description: '全作品の写真と作家インタビュー、A5判144ページ。会場でお渡しします。',
        },
        en: {
          product_name: 'Exhibition catalogue',
          description: 'Every work in pictures, with interviews; A5, 144 pages. Collect it at the venue.',
        },
        'zh-hans': {
          product_name: '展览图录',
          description: '收录全部作品图片及艺术家访谈，A5开本，144页。于会场领取。',
        },
        kr: {
          product_name: '전시 도록',
          description: '전 작품 사진과 작가 인터뷰 수록, A5 판형 144쪽. 전시장에서 드립니다.',
        },
        'zh-hant': {
          product_name: '展覽圖錄',
          description: '收錄全部作品圖片及藝術家訪談，A5開本，144頁。於會場領取。',
        },
      },
    },
    {
      uuid: '930d5fc5-d8b8-49cd-901d-2650e7b0cda8',
      key: 'nishinippon-audio',
      with: ['nishinippon-show'],
      add_cost: 600,
      max: 8,
      stock: 25,
      words: {
        ja: { product_name: '音声ガイド', description: '貸出機1台、約35分。日本語・英語・中国語・韓国語。' },
        en: {
          product_name: 'Audio guide',
          description: 'One player, about 35 minutes, in Japanese, English, Chinese or Korean.',
        },
        'zh-hans': { product_name: '语音导览', description: '导览机1台，约35分钟，提供日语、英语、中文、韩语。' },
        kr: { product_name: '오디오 가이드', description: '대여 기기 1대, 약 35분. 일본어·영어·중국어·한국어.' },
        'zh-hant': { product_name: '語音導覽', description: '導覽機1台，約35分鐘，提供日語、英語、中文、韓語。' },
      },
    },
  ],
  fields: [
    { field: 'fullname', shown: true, required: true, list: null },
    { field: 'email', shown: true, required: true, list: null },
    { field: 'phone', shown: true, required: false, list: null },
    { field: 'gender', shown: false, required: false, list: 'genders' },
    { field: 'age', shown: true, required: false, list: 'age_bands' },
    { field: 'resident_area', shown: true, required: false, list: 'residence_areas' },
    { field: 'address', shown: false, required: false, list: null },
    { field: 'questionnaire1', shown: true, required: false, list: null },
    { field: 'questionnaire2', shown: true, required: false, list: null },
    { field: 'questionnaire3', shown: false, required: false, list: null },
    { field: 'mail_magazine', shown: true, required: false, list: null },
  ],
  methods: [methodRow('stripe_secure'), methodRow('gmo'), methodRow('gmo_paypay'), methodRow('free')],
  texts: {
    ja: {
      order_visit_notice: '第2・第4火曜日は展示替えと点検のため休館します。「−」の日は、休館日または販売期間外です。',
      field_questionnaire1: 'この展覧会を何でお知りになりましたか',
      field_questionnaire2: 'トークで取り上げてほしいテーマ',
      footer_extra: '友の会のご案内',
    },
    en: {
      order_visit_notice:
        'The hall is closed on the second and fourth Tuesday of the month. Days marked “−” are closed or not on sale.',
      field_questionnaire1: 'How did you hear about this exhibition?',
      field_questionnaire2: 'What should our talks be about?',
      footer_extra: 'Friends of the hall',
    },
    'zh-hans': {
      order_visit_notice: '每月第二、第四个星期二因换展及检修闭馆。标有“−”的日期为闭馆日或不在销售期内。',
      field_questionnaire1: '您从何处得知本次展览',
      field_questionnaire2: '希望讲座谈及的主题',
      footer_extra: '艺术厅之友',
    },
    kr: {
      order_visit_notice:
        '매월 둘째·넷째 화요일은 전시 교체와 점검을 위해 휴관합니다. ‘−’로 표시된 날은 휴관일이거나 판매 기간이 아닙니다.',
      field_questionnaire1: '이번 전시를 알게 된 경로',
      field_questionnaire2: '토크에서 다루었으면 하는 주제',
      footer_extra: '후원회 안내',
    },
    'zh-hant': {
      order_visit_notice: '每月第二、第四個星期二因換展及檢修休館。標示「−」的日期為休館日或非販售期間。',
      field_questionnaire1: '您從何處得知本次展覽',
      field_questionnaire2: '希望講座談及的主題',
      footer_extra: '藝術廳之友',
    },
  },
};
