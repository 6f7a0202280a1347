import type { SeedProduct } from '../types.ts';

/** Dated: one entry window an evening. */
export const garden: SeedProduct = {
  uuid: '5f0c7c0a-6f1e-4b53-9d0e-1b8f0a4c2d02',
  key: 'garden',
  sale_type: 'date',
  min_quantity: 1,
  max_quantity: 8,
  capacity: 240,
  opens: 17 * 60,
  closes: 21 * 60,
  weekend: 0,
  words: {
    ja: {
      product_name: '光の庭 夜間散策券（日付指定）',
      description: '日が落ちると、人の動きに応えて光る屋外の庭。17時から21時の間、お好きな時間にご入場いただけます。',
      naming_right: '月島電機',
      caution: '雨天でも開催します。荒天で中止するときは前日までにお知らせし、全額を払い戻します。',
    },
    en: {
      product_name: 'Garden of Light, evening walk (date-specific)',
      description:
        'After sunset the open-air garden answers your steps with light. Come any time between 17:00 and 21:00 on your day.',
      naming_right: 'Tsukishima Denki',
      caution:
        'Open in rain. If severe weather closes the garden we will tell you the day before and refund you in full.',
    },
    'zh-hans': {
      product_name: '光之庭园 夜间漫步券（指定日期）',
      description: '日落之后，户外庭园会随着人的脚步亮起光芒。当天17:00至21:00之间可随时入场。',
      naming_right: '月岛电机',
      caution: '雨天照常开放。如因恶劣天气停止开放，将于前一天通知您并全额退款。',
    },
    kr: {
      product_name: '빛의 정원 야간 산책권(날짜 지정)',
      description:
        '해가 지면 사람의 움직임에 따라 빛나는 야외 정원입니다. 17시부터 21시 사이 원하는 시간에 입장하실 수 있습니다.',
      naming_right: '쓰키시마 전기',
      caution: '비가 와도 운영합니다. 악천후로 휴장하는 경우 전날까지 안내해 드리고 전액 환불해 드립니다.',
    },
    'zh-hant': {
      product_name: '光之庭園 夜間散步券（指定日期）',
      description: '日落之後，戶外庭園會隨著人的腳步亮起光芒。當天17:00至21:00之間可隨時入場。',
      naming_right: '月島電機',
      caution: '雨天照常開放。若因天候惡劣停止開放，將於前一天通知您並全額退款。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 2400,
      min: 0,
      max: 8,
      words: {
        ja: { name: '大人', note: '13歳以上' },
        en: { name: 'Adult', note: '13 and over' },
        'zh-hans': { name: '成人', note: '13岁及以上' },
        kr: { name: '성인', note: '13세 이상' },
        'zh-hant': { name: '成人', note: '13歲以上' },
      },
    },
    {
      key: 'child',
      type: 'child',
      add_cost: 1200,
      min: 0,
      max: 8,
      words: {
        ja: { name: '子ども', note: '4〜12歳' },
        en: { name: 'Child', note: 'Ages 4 to 12' },
        'zh-hans': { name: '儿童', note: '4～12岁' },
        kr: { name: '어린이', note: '4~12세' },
        'zh-hant': { name: '兒童', note: '4～12歲' },
      },
    },
  ],
};
