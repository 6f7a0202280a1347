import { methodRow } from '#server/catalogue/demo/method-texts.ts';
import type { SeedSite } from '../types.ts';
import { kairakuenNight } from './kairakuen-night.ts';
import { kairakuenTea } from './kairakuen-tea.ts';

/** Illuminated nights in a plum garden; the form requires only name, mail address and prefecture. */
export const kairakuen: SeedSite = {
  code: 'kairakuen',
  defaultLang: 'ja',
  products: [kairakuenNight, kairakuenTea],
  sets: [],
  fields: [
    { field: 'fullname', shown: true, required: true, list: null },
    { field: 'email', shown: true, required: true, list: null },
    { field: 'phone', shown: false, required: false, list: null },
    { field: 'gender', shown: false, required: false, list: 'genders' },
    { field: 'age', shown: false, required: false, list: 'age_bands' },
    { field: 'resident_area', shown: true, required: true, list: 'prefectures' },
    { field: 'address', shown: false, required: false, list: null },
    { field: 'questionnaire1', shown: false, required: false, list: null },
    { field: 'questionnaire2', shown: false, required: false, list: null },
    { field: 'questionnaire3', shown: false, required: false, list: null },
    { field: 'mail_magazine', shown: true, required: false, list: null },
  ],
  methods: [methodRow('stripe_secure'), methodRow('gmo'), methodRow('free')],
  texts: {
    ja: {
      order_visit_notice:
        '第2・第4火曜日は、梅の木を休ませるため夜間の公開をお休みします。入口は東門です。駐車場に限りがありますので、公共交通機関をご利用ください。',
    },
    en: {
      order_visit_notice:
        'No evening opening on the second and fourth Tuesday of the month: the plum trees rest. Enter by the East Gate. Parking is limited, so please come by train or bus.',
    },
    'zh-hans': {
      order_visit_notice:
        '每月第二、第四个星期二让梅树休养，夜间不开放。请由东门入园。停车位有限，请搭乘公共交通工具前来。',
    },
    kr: {
      order_visit_notice:
        '둘째·넷째 화요일은 매화나무가 쉬는 날로 야간 개장을 하지 않습니다. 입구는 동문입니다. 주차 공간이 적으니 대중교통을 이용해 주세요.',
    },
    'zh-hant': {
      order_visit_notice:
        '每月第二、第四個星期二讓梅樹休養，夜間不開放。請由東門入園。停車位有限，請搭乘大眾運輸工具前來。',
    },
  },
};
