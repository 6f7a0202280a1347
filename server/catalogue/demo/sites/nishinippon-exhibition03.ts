import { methodRow } from '#server/catalogue/demo/method-texts.ts';
import type { SeedSite } from '../types.ts';
import { exhibition03Season } from './nishinippon-exhibition03-season.ts';
import { exhibition03Tour } from './nishinippon-exhibition03-tour.ts';

/** An exhibition of film costumes. Invented. */
export const nishinipponExhibition03: SeedSite = {
  code: 'nishinippon-exhibition03',
  defaultLang: 'ja',
  products: [exhibition03Season, exhibition03Tour],
  sets: [
    {
      uuid: '85ad750d-ffa3-4581-b772-c5a94b4f5368',
      key: 'exhibition03-book',
      with: ['exhibition03-season', 'exhibition03-tour'],
      add_cost: 3300,
      max: 4,
      stock: 150,
      words: {
        ja: {
          product_name: '衣装写真集',
          description: '布地の質感まで撮り下ろした大判写真集、A4判200ページ。会場の売店でお渡しします。',
        },
        en: {
          product_name: 'Book of costumes',
          description:
            'New large-format photographs down to the weave; A4, 200 pages. Collect it at the exhibition shop.',
        },
        'zh-hans': {
          product_name: '服装摄影集',
          description: '全新拍摄的大开本摄影集，连布料质感也清晰可见，A4开本，200页。于会场商店领取。',
        },
        kr: {
          product_name: '의상 사진집',
          description: '옷감의 질감까지 담은 대형 사진집, A4 판형 200쪽. 전시장 매점에서 드립니다.',
        },
        'zh-hant': {
          product_name: '服裝攝影集',
          description: '全新拍攝的大開本攝影集，連布料質感也清晰可見，A4開本，200頁。於會場商店領取。',
        },
      },
    },
  ],
  fields: [
    { field: 'fullname', shown: true, required: true, list: null },
    { field: 'email', shown: true, required: true, list: null },
    { field: 'phone', shown: true, required: false, list: null },
    { field: 'gender', shown: true, required: false, list: 'genders' },
    { field: 'age', shown: true, required: false, list: 'age_bands' },
    { field: 'resident_area', shown: true, required: false, list: null },
    { field: 'address', shown: false, required: false, list: null },
    { field: 'questionnaire1', shown: false, required: false, list: null },
    { field: 'questionnaire2', shown: false, required: false, list: null },
    { field: 'questionnaire3', shown: true, required: false, list: null },
    { field: 'mail_magazine', shown: true, required: false, list: null },
  ],
  methods: [methodRow('stripe_secure'), methodRow('free')],
  texts: {
    ja: {
      order_visit_notice:
        '第2・第4火曜日は、衣装を休ませるため休館し、ツアーもお休みします。ツアーの集合は8時45分です。',
      footer_extra: 'ミュージアムショップ',
    },
    en: {
      order_visit_notice:
        'Closed, and no tour, on the second and fourth Tuesday of the month, when the costumes rest. Tours meet at 8:45.',
      footer_extra: 'Museum shop',
    },
    'zh-hans': {
      order_visit_notice: '每月第二、第四个星期二为养护服装闭馆，不举行导览。导览于8:45集合。',
      footer_extra: '展览商店',
    },
    kr: {
      order_visit_notice:
        '매월 둘째·넷째 화요일은 의상 보존을 위해 휴관하며 투어도 쉽니다. 투어 집합 시각은 8시 45분입니다.',
      footer_extra: '뮤지엄 숍',
    },
    'zh-hant': {
      order_visit_notice: '每月第二、第四個星期二為養護服裝休館，不舉行導覽。導覽於8:45集合。',
      footer_extra: '展覽商店',
    },
  },
};
