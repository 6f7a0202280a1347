import type { SeedProduct } from '../types.ts';

/** For any one day of the season. */
export const mifuneyamaBath: SeedProduct = {
  uuid: '1dcbc5c6-893d-4bb9-95e9-bd65573f14bf',
  key: 'mifuneyama-bath',
  sale_type: 'period',
  min_quantity: 1,
  max_quantity: 6,
  capacity: 6000,
  opens: 11 * 60,
  closes: 22 * 60,
  weekend: 0,
  words: {
    ja: {
      product_name: '湯めぐり券（会期中1回）',
      description:
        '庭園に湧く温泉の露天風呂と、巨石に囲まれたサウナを、会期中のお好きな日に一度ご利用いただけます。貸しタオルつき。光の庭の前にも、あとにもどうぞ。',
      naming_right: '',
      caution:
        '光の庭の入園券は含まれません。混雑時は入場をお待ちいただくことがあります。休館日は利用できません。ご利用は11時から、最終受付は21時です。',
    },
    en: {
      product_name: 'Hot spring pass, one visit',
      description:
        'The open-air baths fed by the garden’s own spring and the sauna among the boulders, once, on a day of your choice this season. Towel included. Good before the lights, better after.',
      naming_right: '',
      caution:
        'Entry to the Garden of Light is not included. You may have to wait when the baths are full. Not valid on closing days. Open from 11:00, last entry 21:00.',
    },
    'zh-hans': {
      product_name: '温泉券（活动期间限用1次）',
      description: '活动期间可任选一天，使用一次庭园内的天然露天温泉与巨石环绕的桑拿。附毛巾租借。赏光前后皆宜。',
      naming_right: '',
      caution: '不含光之庭园入园券。人多时可能需要等候。休园日不可使用。11:00起开放，最后入场21:00。',
    },
    kr: {
      product_name: '온천 이용권(행사 기간 중 1회)',
      description:
        '정원에서 솟는 노천 온천과 거석으로 둘러싸인 사우나를 행사 기간 중 원하는 날에 한 번 이용하실 수 있습니다. 수건 대여 포함. 빛의 정원 관람 전후 모두 좋습니다.',
      naming_right: '',
      caution:
        '빛의 정원 입장권은 포함되지 않습니다. 혼잡할 때는 기다리셔야 할 수 있습니다. 휴무일에는 이용하실 수 없습니다. 이용은 11시부터이며 마지막 입장은 21시입니다.',
    },
    'zh-hant': {
      product_name: '溫泉券（活動期間限用1次）',
      description: '活動期間可任選一天，使用一次庭園內的天然露天溫泉與巨石環繞的三溫暖。附毛巾租借。賞光前後皆宜。',
      naming_right: '',
      caution: '不含光之庭園入園券。人多時可能需要等候。休園日不可使用。11:00起開放，最後入場21:00。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 1600,
      min: 0,
      max: 6,
      words: {
        ja: { name: '大人', note: '中学生以上。入湯税を含みます' },
        en: { name: 'Adult', note: '13 and over; bathing tax included' },
        'zh-hans': { name: '成人', note: '13岁及以上，含入浴税' },
        kr: { name: '성인', note: '중학생 이상. 입욕세 포함' },
        'zh-hant': { name: '成人', note: '13歲以上，含入湯稅' },
      },
    },
    {
      key: 'child',
      type: 'child',
      add_cost: 800,
      min: 0,
      max: 6,
      words: {
        ja: { name: '子ども', note: '3歳〜小学生' },
        en: { name: 'Child', note: 'Ages 3 to 12' },
        'zh-hans': { name: '儿童', note: '3～12岁' },
        kr: { name: '어린이', note: '3세~초등학생' },
        'zh-hant': { name: '兒童', note: '3～12歲' },
      },
    },
  ],
};
