import type { SeedProduct } from '../types.ts';

/** Dated: one entry window an evening, dearer at weekends. */
export const mifuneyamaNight: SeedProduct = {
  uuid: '7e6d1ce3-65f0-4aa0-8d1a-b3ab4a1aa040',
  key: 'mifuneyama-night',
  sale_type: 'date',
  min_quantity: 1,
  max_quantity: 10,
  capacity: 600,
  opens: 18 * 60,
  closes: 22 * 60,
  weekend: 300,
  words: {
    ja: {
      product_name: '光の庭 夜間入園券（日付指定）',
      description:
        '断崖のふもとに広がる庭園が、夜だけ光の森に変わります。池の水面、巨石のあいだ、つつじの谷をめぐる約1.6キロの道のりを、18時から22時までの間、お好きな時間にお歩きください。',
      naming_right: '楠の里酒造',
      caution:
        '園内は暗く、坂道や石段があります。歩きやすい靴でお越しください。小雨決行、荒天中止。中止のときは全額を払い戻します。',
    },
    en: {
      product_name: 'Garden of Light, evening entry (date-specific)',
      description:
        'By night the garden below the cliffs becomes a forest of light. A path of 1.6 kilometres leads over the pond, between boulders and through the azalea valley. Come any time from 18:00 to 22:00.',
      naming_right: 'Kusunosato Brewery',
      caution:
        'The paths are dark, with slopes and stone steps: please wear sturdy shoes. Open in light rain. If a storm closes the garden, tickets are refunded in full.',
    },
    'zh-hans': {
      product_name: '光之庭园 夜间入园券（指定日期）',
      description:
        '悬崖脚下的庭园，入夜后化作光之森林。约1.6公里的步道，经过池面、巨石之间和杜鹃花谷。18:00至22:00之间可随时入园。',
      naming_right: '楠之里酒造',
      caution: '园内光线昏暗，有坡道和石阶，请穿着便于行走的鞋子。小雨照常开放；如因恶劣天气取消，将全额退款。',
    },
    kr: {
      product_name: '빛의 정원 야간 입장권(날짜 지정)',
      description:
        '절벽 아래 펼쳐진 정원이 밤이면 빛의 숲으로 변합니다. 연못 수면과 거석 사이, 철쭉 골짜기를 지나는 약 1.6km의 길을 18시부터 22시 사이 원하는 시간에 걸어 보세요.',
      naming_right: '구스노사토 양조장',
      caution:
        '정원 안은 어둡고 비탈길과 돌계단이 있습니다. 걷기 편한 신발을 신어 주세요. 약한 비에는 운영하며, 악천후로 중지하는 경우 전액 환불해 드립니다.',
    },
    'zh-hant': {
      product_name: '光之庭園 夜間入園券（指定日期）',
      description:
        '懸崖腳下的庭園，入夜後化作光之森林。約1.6公里的步道，經過池面、巨石之間與杜鵑花谷。18:00至22:00之間可隨時入園。',
      naming_right: '楠之里酒造',
      caution: '園內光線昏暗，有坡道與石階，請穿著好走的鞋子。小雨照常開放；若因天候惡劣取消，將全額退款。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 1800,
      min: 0,
      max: 10,
      words: {
        ja: { name: '大人', note: '高校生以上' },
        en: { name: 'Adult', note: '16 and over' },
        'zh-hans': { name: '成人', note: '16岁及以上' },
        kr: { name: '성인', note: '고등학생 이상' },
        'zh-hant': { name: '成人', note: '16歲以上' },
      },
    },
    {
      key: 'child',
      type: 'child',
      add_cost: 900,
      min: 0,
      max: 10,
      words: {
        ja: { name: '小・中学生', note: '未就学児は無料・チケット不要' },
        en: { name: 'Child', note: 'Ages 6 to 15 (under 6 free, no ticket needed)' },
        'zh-hans': { name: '中小学生', note: '学龄前儿童免费，无需购票' },
        kr: { name: '초·중학생', note: '미취학 아동은 무료이며 티켓이 필요 없습니다' },
        'zh-hant': { name: '國中小學生', note: '學齡前兒童免費，無須購票' },
      },
    },
  ],
};
