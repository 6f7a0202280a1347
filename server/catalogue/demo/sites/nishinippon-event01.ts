import { methodRow } from '#server/catalogue/demo/method-texts.ts';
import type { SeedSite } from '../types.ts';
import { event01Concert } from './nishinippon-event01-concert.ts';

/** A series of evening concerts, by invitation; the form has only name and mail address. Invented. */
export const nishinipponEvent01: SeedSite = {
  code: 'nishinippon-event01',
  defaultLang: 'ja',
  products: [event01Concert],
  sets: [
    {
      uuid: 'c57cce52-7245-4261-bbda-594495f3c9a1',
      key: 'event01-programme',
      with: ['event01-concert'],
      add_cost: 800,
      max: 4,
      stock: 150,
      words: {
        ja: { product_name: 'プログラム冊子', description: '当夜の曲目解説と出演者紹介。受付でお渡しします。' },
        en: {
          product_name: 'Programme book',
          description: 'Notes on the evening’s music and its players. Collect it at the desk.',
        },
        'zh-hans': { product_name: '节目册', description: '当晚曲目解说与演出者介绍。于接待处领取。' },
        kr: { product_name: '프로그램 북', description: '당일 연주곡 해설과 출연진 소개. 접수처에서 드립니다.' },
        'zh-hant': { product_name: '節目冊', description: '當晚曲目解說與演出者介紹。於服務台領取。' },
      },
    },
  ],
  fields: [
    { field: 'fullname', shown: true, required: true, list: null },
    { field: 'email', shown: true, required: true, list: null },
    { field: 'phone', shown: false, required: false, list: null },
    { field: 'gender', shown: false, required: false, list: 'genders' },
    { field: 'age', shown: false, required: false, list: 'age_bands' },
    { field: 'resident_area', shown: false, required: false, list: 'residence_areas' },
    { field: 'address', shown: false, required: false, list: null },
    { field: 'questionnaire1', shown: false, required: false, list: null },
    { field: 'questionnaire2', shown: false, required: false, list: null },
    { field: 'questionnaire3', shown: false, required: false, list: null },
    { field: 'mail_magazine', shown: false, required: false, list: null },
  ],
  methods: [methodRow('stripe_secure'), methodRow('gmo_paypay'), methodRow('free')],
  texts: {
    ja: {
      order_visit_notice: '第2・第4火曜日は公演がありません。開場は各日17時45分です。',
      order_when: '公演日',
      order_missing_day: '公演日を選ぶ',
      footer_about: '出演者と曲目',
    },
    en: {
      order_visit_notice:
        'No concert on the second and fourth Tuesday of the month. Doors open at 17:45 every evening.',
      order_when: 'Evening',
      order_missing_day: 'Choose an evening',
      footer_about: 'Players and programme',
    },
    'zh-hans': {
      order_visit_notice: '每月第二、第四个星期二没有演出。每晚17:45开场。',
      order_when: '演出日期',
      order_missing_day: '选择演出日期',
      footer_about: '演出者与曲目',
    },
    kr: {
      order_visit_notice: '매월 둘째·넷째 화요일은 공연이 없습니다. 입장은 매일 17시 45분부터입니다.',
      order_when: '공연일',
      order_missing_day: '공연일 선택',
      footer_about: '출연진·프로그램',
    },
    'zh-hant': {
      order_visit_notice: '每月第二、第四個星期二沒有演出。每晚17:45開放入場。',
      order_when: '演出日期',
      order_missing_day: '選擇演出日期',
      footer_about: '演出者與曲目',
    },
  },
};
