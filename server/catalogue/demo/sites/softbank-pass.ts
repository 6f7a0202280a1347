import type { SeedProduct } from '../types.ts';

/** For the whole season, any number of visits. */
export const softbankPass: SeedProduct = {
  uuid: '0483b8be-d114-4a7c-a4d4-3d54f3fd0cdf',
  key: 'softbank-pass',
  sale_type: 'period',
  min_quantity: 1,
  max_quantity: 5,
  capacity: 8000,
  opens: 10 * 60,
  closes: 20 * 60,
  weekend: 0,
  words: {
    ja: {
      product_name: 'デジタルパーク シーズンパス',
      description:
        'シーズン中、デジタルパークに何度でも入場できるパスです。時間の予約はいりません。一日に一回、入場から90分お楽しみいただけます。',
      naming_right: '',
      caution:
        'ビューイングホールには入場できません。満員のときは入場をお待ちいただきます。初回に顔写真を撮影し、ご本人を確認します。',
    },
    en: {
      product_name: 'Digital Park season pass',
      description:
        'As many visits to the Digital Park as you like this season, without booking a time: once a day, for 90 minutes.',
      naming_right: '',
      caution:
        'Not valid for the Viewing Hall. When the park is full you may have to wait. We take a photograph on your first visit to confirm that the pass is yours.',
    },
    'zh-hans': {
      product_name: '数字乐园季票',
      description: '本季内可不限次数进入数字乐园，无需预约时段。每天一次，每次90分钟。',
      naming_right: '',
      caution: '不可进入观赛大厅。满员时须等候入场。首次入场时将拍摄照片，用于确认本人。',
    },
    kr: {
      product_name: '디지털 파크 시즌 패스',
      description:
        '시즌 동안 시간 예약 없이 디지털 파크에 몇 번이든 입장하실 수 있습니다. 하루 한 번, 입장 후 90분입니다.',
      naming_right: '',
      caution:
        '뷰잉 홀에는 입장하실 수 없습니다. 정원이 찼을 때는 입장을 기다리셔야 합니다. 첫 방문 때 본인 확인을 위한 사진을 촬영합니다.',
    },
    'zh-hant': {
      product_name: '數位樂園季票',
      description: '本季內可不限次數進入數位樂園，無須預約時段。每天一次，每次90分鐘。',
      naming_right: '',
      caution: '不可進入觀賽大廳。客滿時須等候入場。首次入場時將拍攝照片，用於確認本人。',
    },
  },
  options: [
    {
      key: 'child',
      type: 'child',
      add_cost: 8800,
      min: 0,
      max: 5,
      words: {
        ja: { name: '子ども', note: '4〜15歳' },
        en: { name: 'Child', note: 'Ages 4 to 15' },
        'zh-hans': { name: '儿童', note: '4～15岁' },
        kr: { name: '어린이', note: '4~15세' },
        'zh-hant': { name: '兒童', note: '4～15歲' },
      },
    },
    {
      key: 'adult',
      type: 'adult',
      add_cost: 7200,
      min: 0,
      max: 5,
      words: {
        ja: { name: '大人', note: '16歳以上' },
        en: { name: 'Adult', note: '16 and over' },
        'zh-hans': { name: '成人', note: '16岁及以上' },
        kr: { name: '성인', note: '16세 이상' },
        'zh-hant': { name: '成人', note: '16歲以上' },
      },
    },
  ],
};
