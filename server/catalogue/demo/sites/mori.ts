import { methodRow } from '#server/catalogue/demo/method-texts.ts';
import type { SeedSite } from '../types.ts';
import { moriDeck } from './mori-deck.ts';
import { moriGallery } from './mori-gallery.ts';

/** An observation deck and a gallery on top of a building; most visitors come from abroad. */
export const mori: SeedSite = {
  code: 'mori',
  defaultLang: 'en',
  products: [moriDeck, moriGallery],
  sets: [
    {
      uuid: '4a924f86-8ade-489b-8ce0-6bfa1cac860e',
      key: 'mori-binoculars',
      with: ['mori-deck'],
      add_cost: 700,
      max: 4,
      stock: 20,
      words: {
        ja: {
          product_name: '双眼鏡レンタル',
          description: '8倍の軽い双眼鏡。デッキ入口のカウンターでお渡しし、お帰りの際にご返却いただきます。',
        },
        en: {
          product_name: 'Binoculars for the visit',
          description:
            'Light, with eightfold magnification. Pick them up at the deck counter, hand them back as you leave.',
        },
        'zh-hans': {
          product_name: '双筒望远镜租借',
          description: '轻便的8倍望远镜。请在观景台入口柜台领取，离开时归还。',
        },
        kr: {
          product_name: '쌍안경 대여',
          description: '가벼운 8배율 쌍안경입니다. 데크 입구 카운터에서 받으시고 나가실 때 반납해 주세요.',
        },
        'zh-hant': {
          product_name: '雙筒望遠鏡租借',
          description: '輕便的8倍望遠鏡。請在觀景台入口櫃台領取，離開時歸還。',
        },
      },
    },
  ],
  fields: [
    { field: 'fullname', shown: true, required: true, list: null },
    { field: 'email', shown: true, required: true, list: null },
    { field: 'phone', shown: true, required: false, list: null },
    { field: 'resident_area', shown: true, required: true, list: 'countries' },
    { field: 'gender', shown: false, required: false, list: 'genders' },
    { field: 'age', shown: true, required: false, list: 'age_bands' },
    { field: 'address', shown: false, required: false, list: null },
    { field: 'questionnaire1', shown: true, required: false, list: null },
    { field: 'questionnaire2', shown: false, required: false, list: null },
    { field: 'questionnaire3', shown: false, required: false, list: null },
    { field: 'mail_magazine', shown: true, required: false, list: null },
  ],
  methods: [methodRow('stripe_secure'), methodRow('gmo_paypay'), methodRow('free')],
  texts: {
    ja: {
      footer_about: '展望台とギャラリーについて',
      order_visit_notice:
        '第2・第4火曜日は設備点検のため休業します。入口は1階の専用エレベーターホールです。夕暮れどきは混み合いますので、お早めにご予約ください。',
    },
    en: {
      footer_about: 'About the deck and gallery',
      order_visit_notice:
        'Closed for maintenance on the second and fourth Tuesday of the month. Enter by the express lift hall (1F). Slots around sunset sell out first.',
    },
    'zh-hans': {
      footer_about: '关于观景台与美术馆',
      order_visit_notice:
        '每月第二、第四个星期二因设备检修休息。请由1楼专用电梯厅入场。日落前后的时段较为抢手，请尽早预订。',
    },
    kr: {
      footer_about: '전망대·갤러리 안내',
      order_visit_notice:
        '둘째·넷째 화요일은 시설 점검으로 쉽니다. 입구는 1층 전용 엘리베이터 홀입니다. 해 질 녘 시간대는 일찍 매진되므로 서둘러 예매해 주세요.',
    },
    'zh-hant': {
      footer_about: '關於觀景台與藝廊',
      order_visit_notice:
        '每月第二、第四個星期二因設備檢修休息。請由1樓專用電梯廳入場。日落前後的時段較為搶手，請儘早預訂。',
    },
  },
};
