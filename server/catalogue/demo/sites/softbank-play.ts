import type { SeedProduct } from '../types.ts';

/** Timed: every hour, dearer at weekends. */
export const softbankPlay: SeedProduct = {
  uuid: 'a7f0e476-1ad2-492f-8e29-85b7a3c12e34',
  key: 'softbank-play',
  sale_type: 'time',
  min_quantity: 1,
  max_quantity: 8,
  capacity: 90,
  opens: 10 * 60,
  closes: 20 * 60,
  every: 60,
  weekend: 400,
  words: {
    ja: {
      product_name: 'デジタルパーク入場券（日時指定・90分）',
      description:
        '跳ぶと花が咲く床、描いた絵が泳ぎだす壁、光のすべり台。体をいっぱいに動かして遊ぶ、屋内のデジタルパークです。入場から90分お楽しみいただけます。',
      naming_right: '',
      caution:
        '小学生以下のお子さまには、大人の付き添いが必要です（大人の方も入場券をお求めください）。エリアにより靴を脱ぎます。靴下をお持ちください。',
    },
    en: {
      product_name: 'Digital Park, timed entry (90 minutes)',
      description:
        'A floor that blossoms where you jump, a wall where your drawings swim away, a slide made of light: an indoor park to play in with your whole body. Your visit lasts 90 minutes.',
      naming_right: '',
      caution:
        'Children aged 12 and under need an adult with them, who needs a ticket too. Shoes come off in some areas, so please bring socks.',
    },
    'zh-hans': {
      product_name: '数字乐园门票（指定日期和时间，90分钟）',
      description: '一跳就开花的地板、让画作游动起来的墙壁、光的滑梯——尽情活动身体的室内数字乐园。入场后可游玩90分钟。',
      naming_right: '',
      caution: '12岁及以下儿童须由成人陪同，成人亦须购票。部分区域须脱鞋，请自备袜子。',
    },
    kr: {
      product_name: '디지털 파크 입장권(날짜·시간 지정, 90분)',
      description:
        '뛰면 꽃이 피는 바닥, 그린 그림이 헤엄치는 벽, 빛의 미끄럼틀까지. 온몸으로 노는 실내 디지털 파크입니다. 입장 후 90분 동안 이용하실 수 있습니다.',
      naming_right: '',
      caution:
        '초등학생 이하 어린이는 어른과 함께 입장해야 하며, 어른도 입장권이 필요합니다. 구역에 따라 신발을 벗으므로 양말을 준비해 주세요.',
    },
    'zh-hant': {
      product_name: '數位樂園門票（指定日期時間，90分鐘）',
      description:
        '一跳就開花的地板、讓畫作游動起來的牆壁、光的溜滑梯——盡情活動身體的室內數位樂園。入場後可遊玩90分鐘。',
      naming_right: '',
      caution: '12歲以下兒童須由成人陪同，成人亦須購票。部分區域須脫鞋，請自備襪子。',
    },
  },
  options: [
    {
      key: 'child',
      type: 'child',
      add_cost: 2200,
      min: 0,
      max: 8,
      needs: ['adult'],
      words: {
        ja: { name: '子ども', note: '4〜15歳（3歳以下は無料・チケット不要）' },
        en: { name: 'Child', note: 'Ages 4 to 15 (3 and under free, no ticket needed)' },
        'zh-hans': { name: '儿童', note: '4～15岁（3岁及以下免费，无需购票）' },
        kr: { name: '어린이', note: '4~15세(3세 이하는 무료이며 티켓이 필요 없습니다)' },
        'zh-hant': { name: '兒童', note: '4～15歲（3歲以下免費，無須購票）' },
      },
    },
    {
      key: 'adult',
      type: 'adult',
      add_cost: 1800,
      min: 0,
      max: 8,
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
