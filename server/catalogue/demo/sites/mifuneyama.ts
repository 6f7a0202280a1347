import { methodRow } from '#server/catalogue/demo/method-texts.ts';
import type { SeedSite } from '../types.ts';
import { mifuneyamaBath } from './mifuneyama-bath.ts';
import { mifuneyamaNight } from './mifuneyama-night.ts';

/** Light in a garden at the foot of a mountain, with hot springs; the form asks for the postal address. */
export const mifuneyama: SeedSite = {
  code: 'mifuneyama',
  defaultLang: 'ja',
  products: [mifuneyamaNight, mifuneyamaBath],
  sets: [
    {
      uuid: 'a11b1b37-582a-4045-9a82-2589a85d0db4',
      key: 'mifuneyama-tea',
      with: ['mifuneyama-night'],
      add_cost: 1100,
      max: 10,
      stock: 80,
      words: {
        ja: {
          product_name: '茶屋の一服（嬉野茶と菓子）',
          description: '池のほとりの茶屋で、地元のお茶と季節の菓子をお出しします。21時30分までにお立ち寄りください。',
        },
        en: {
          product_name: 'Tea by the pond',
          description: 'Local green tea and a sweet of the season at the tea house by the water. Served until 21:30.',
        },
        'zh-hans': {
          product_name: '池畔茶席（嬉野茶与和果子）',
          description: '在池畔茶屋品尝当地绿茶与时令点心。供应至21:30。',
        },
        kr: {
          product_name: '연못가 찻집 세트(우레시노 차와 화과자)',
          description: '연못가 찻집에서 지역 녹차와 제철 과자를 내어 드립니다. 21시 30분까지 들러 주세요.',
        },
        'zh-hant': {
          product_name: '池畔茶席（嬉野茶與和菓子）',
          description: '在池畔茶屋品嚐當地綠茶與時令點心。供應至21:30。',
        },
      },
    },
  ],
  fields: [
    { field: 'fullname', shown: true, required: true, list: null },
    { field: 'email', shown: true, required: true, list: null },
    { field: 'phone', shown: true, required: true, list: null },
    { field: 'resident_area', shown: true, required: true, list: 'prefectures' },
    { field: 'address', shown: true, required: true, list: null },
    { field: 'gender', shown: false, required: false, list: 'genders' },
    { field: 'age', shown: false, required: false, list: 'age_bands' },
    { field: 'questionnaire1', shown: false, required: false, list: null },
    { field: 'questionnaire2', shown: false, required: false, list: null },
    { field: 'questionnaire3', shown: true, required: false, list: null },
    { field: 'mail_magazine', shown: true, required: false, list: null },
  ],
  methods: [methodRow('stripe_secure'), methodRow('free')],
  texts: {
    ja: {
      footer_about: '光の庭について',
      order_visit_notice:
        '第2・第4火曜日は庭園の手入れのためお休みします。日の長い時期は、開園から明かりがそろうまで少しお待ちいただくことがあります。',
      footer_extra: '宿泊のご案内',
    },
    en: {
      footer_about: 'About the Garden of Light',
      order_visit_notice:
        'Closed on the second and fourth Tuesday of the month, when the garden is tended. On long days the lights need a little time after opening to reach their full effect.',
      footer_extra: 'Staying overnight',
    },
    'zh-hans': {
      footer_about: '关于光之庭园',
      order_visit_notice: '每月第二、第四个星期二因园艺养护休园。日照较长的季节，开园后需稍候，灯光效果才会完全显现。',
      footer_extra: '住宿指南',
    },
    kr: {
      footer_about: '빛의 정원 안내',
      order_visit_notice:
        '둘째·넷째 화요일은 정원 관리를 위해 쉽니다. 해가 긴 시기에는 개장 후 조명이 온전히 드러나기까지 시간이 조금 걸릴 수 있습니다.',
      footer_extra: '숙박 안내',
    },
    'zh-hant': {
      footer_about: '關於光之庭園',
      order_visit_notice: '每月第二、第四個星期二因園藝養護休園。日照較長的季節，開園後需稍候，燈光效果才會完全顯現。',
      footer_extra: '住宿指南',
    },
  },
};
