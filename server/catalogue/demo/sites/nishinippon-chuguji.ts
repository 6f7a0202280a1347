import { methodRow } from '#server/catalogue/demo/method-texts.ts';
import type { SeedSite } from '../types.ts';
import { chugujiDay } from './nishinippon-chuguji-day.ts';
import { chugujiSeason } from './nishinippon-chuguji-season.ts';

/** An exhibition of a temple's treasures. Invented. */
export const nishinipponChuguji: SeedSite = {
  code: 'nishinippon-chuguji',
  defaultLang: 'ja',
  products: [chugujiDay, chugujiSeason],
  sets: [
    {
      uuid: 'aafab248-4c98-463b-9823-4b90f1180fba',
      key: 'chuguji-catalogue',
      with: ['chuguji-day', 'chuguji-season'],
      add_cost: 2500,
      max: 5,
      stock: 200,
      words: {
        ja: {
          product_name: '展覧会図録',
          description: '全出品作の写真と解説、B5判240ページ。会場の売店でお渡しします。',
        },
        en: {
          product_name: 'Exhibition catalogue',
          description: 'All exhibits with commentary (in Japanese), B5, 240 pages. Collect it at the exhibition shop.',
        },
        'zh-hans': {
          product_name: '展览图录',
          description: '收录全部展品图片与解说（日语），B5开本，240页。于会场商店领取。',
        },
        kr: {
          product_name: '전시 도록',
          description: '전 출품작 사진과 해설(일본어), B5 판형 240쪽. 전시장 매점에서 드립니다.',
        },
        'zh-hant': {
          product_name: '展覽圖錄',
          description: '收錄全部展品圖片與解說（日語），B5開本，240頁。於會場商店領取。',
        },
      },
    },
    {
      uuid: 'a397d075-19c3-436d-a8f8-b9b53c797463',
      key: 'chuguji-stampbook',
      with: ['chuguji-day'],
      add_cost: 1800,
      max: 2,
      stock: 40,
      words: {
        ja: {
          product_name: '展覧会限定 御朱印帳',
          description: '刺繍の帳の文様をあしらった蛇腹折りの御朱印帳。御朱印は付きません。',
        },
        en: {
          product_name: 'Temple stamp book',
          description:
            'A folding book for temple stamps, with the pattern of the embroidered hanging. Stamps not included.',
        },
        'zh-hans': { product_name: '展览限定朱印帐', description: '以刺绣帷帐纹样装饰的折页朱印帐，不含朱印。' },
        kr: {
          product_name: '전시 한정 고슈인 수첩',
          description:
            '자수 휘장의 문양을 담은 병풍식 고슈인 수첩(참배 도장 수첩)입니다. 도장은 포함되어 있지 않습니다.',
        },
        'zh-hant': { product_name: '展覽限定朱印帳', description: '以刺繡帷帳紋樣裝飾的摺頁朱印帳，不含朱印。' },
      },
    },
  ],
  fields: [
    { field: 'fullname', shown: true, required: true, list: null },
    { field: 'email', shown: true, required: true, list: null },
    { field: 'phone', shown: true, required: true, list: null },
    { field: 'gender', shown: true, required: false, list: 'genders' },
    { field: 'age', shown: true, required: false, list: 'age_bands' },
    { field: 'resident_area', shown: true, required: true, list: 'prefectures' },
    { field: 'address', shown: false, required: false, list: null },
    { field: 'questionnaire1', shown: false, required: false, list: null },
    { field: 'questionnaire2', shown: false, required: false, list: null },
    { field: 'questionnaire3', shown: false, required: false, list: null },
    { field: 'mail_magazine', shown: true, required: false, list: null },
  ],
  methods: [methodRow('gmo'), methodRow('stripe_secure'), methodRow('free')],
  texts: {
    ja: {
      order_visit_notice: '第2・第4火曜日は休館日です。展示替えの時期により、ご覧いただけない作品があります。',
      field_resident_area: 'お住まいの都道府県',
    },
    en: {
      order_visit_notice:
        'Closed on the second and fourth Tuesday of the month. Exhibits change during the season, so some may not be on view.',
      field_resident_area: 'Prefecture',
    },
    'zh-hans': {
      order_visit_notice: '每月第二、第四个星期二闭馆。因更换展品，部分作品可能无法观赏。',
      field_resident_area: '居住的都道府县',
    },
    kr: {
      order_visit_notice:
        '매월 둘째·넷째 화요일은 휴관일입니다. 작품 교체 시기에 따라 관람하실 수 없는 작품이 있습니다.',
      field_resident_area: '거주 지역(도도부현)',
    },
    'zh-hant': {
      order_visit_notice: '每月第二、第四個星期二休館。因更換展品，部分作品可能無法觀賞。',
      field_resident_area: '居住的都道府縣',
    },
  },
};
