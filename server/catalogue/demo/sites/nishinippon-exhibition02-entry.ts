import type { SeedProduct } from '../types.ts';

/** Timed: a slot every hour. */
export const exhibition02Entry: SeedProduct = {
  uuid: 'cb1e19d0-8075-4afd-bc0f-4450534bb1e3',
  key: 'exhibition02-entry',
  sale_type: 'time',
  min_quantity: 1,
  max_quantity: 12,
  capacity: 150,
  opens: 9 * 60,
  closes: 17 * 60,
  every: 60,
  weekend: 200,
  words: {
    ja: {
      product_name: '「ほねの大陸」入場券（日時指定）',
      description:
        '全長18メートルの竜脚類から、手のひらにのる幼体まで。7体の全身骨格と、本物の化石にさわれるコーナーがあります。ご入場後の時間制限はありません。',
      naming_right: 'やまなみ乳業',
      caution:
        'ベビーカーでご入場いただけます。暗い通路と大きな音の出る展示があります。小学生以下のお子さまには大人の方の付き添いが必要です。',
    },
    en: {
      product_name: 'Continent of Bones, timed admission',
      description:
        'From an eighteen-metre sauropod to a hatchling that fits in your palm: seven whole skeletons, and real fossils to touch. Once inside, stay as long as you like.',
      naming_right: 'Yamanami Dairy',
      caution:
        'Pushchairs are welcome. There is a dark passage, and some exhibits are loud. Children aged 12 and under need an adult with them.',
    },
    'zh-hans': {
      product_name: '“骨之大陆”门票（指定日期和时间）',
      description:
        '从全长18米的蜥脚类恐龙，到可放在掌心的幼体：七具全身骨骼，并设有可触摸真化石的区域。入场后不限停留时间。',
      naming_right: '山波乳业',
      caution: '可推婴儿车入场。展内有昏暗通道及音量较大的展品。小学生及以下儿童须由成人陪同。',
    },
    kr: {
      product_name: '‘뼈의 대륙’ 입장권(날짜·시간 지정)',
      description:
        '몸길이 18m의 용각류부터 손바닥에 올라가는 새끼 공룡까지. 전신 골격 7구와 진짜 화석을 만져 볼 수 있는 코너가 있습니다. 입장 후 관람 시간에는 제한이 없습니다.',
      naming_right: '야마나미 유업',
      caution:
        '유모차로 입장하실 수 있습니다. 어두운 통로와 큰 소리가 나는 전시물이 있습니다. 초등학생 이하 어린이는 보호자가 함께해 주세요.',
    },
    'zh-hant': {
      product_name: '「骨之大陸」門票（指定日期時間）',
      description:
        '從全長18公尺的蜥腳類恐龍，到可放在掌心的幼體：七具全身骨骼，並設有可觸摸真化石的專區。入場後不限停留時間。',
      naming_right: '山波乳業',
      caution: '可推嬰兒車入場。展內有昏暗通道及音量較大的展品。國小以下兒童須由成人陪同。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 1900,
      min: 0,
      max: 12,
      words: {
        ja: { name: '大人', note: '高校生以上' },
        en: { name: 'Adult', note: 'Ages 16 and over' },
        'zh-hans': { name: '成人', note: '高中生及以上' },
        kr: { name: '성인', note: '고등학생 이상' },
        'zh-hant': { name: '成人', note: '高中生以上' },
      },
    },
    {
      key: 'child',
      type: 'child',
      add_cost: 900,
      min: 0,
      max: 12,
      words: {
        ja: { name: '小学生・中学生', note: '' },
        en: { name: 'Child', note: 'Ages 6 to 15' },
        'zh-hans': { name: '小学生、初中生', note: '' },
        kr: { name: '초·중학생', note: '' },
        'zh-hant': { name: '國小、國中生', note: '' },
      },
    },
    {
      key: 'toddler',
      type: 'toddler',
      add_cost: 400,
      min: 0,
      max: 12,
      needs: ['adult', 'disability'],
      words: {
        ja: { name: '幼児', note: '4歳〜小学校入学前（3歳以下は無料・チケット不要）' },
        en: { name: 'Toddler', note: 'Ages 4 and 5 (3 and under free, no ticket needed)' },
        'zh-hans': { name: '幼儿', note: '4岁至学龄前（3岁及以下免费，无需购票）' },
        kr: { name: '유아', note: '4세~취학 전(3세 이하는 무료이며 티켓이 필요 없습니다)' },
        'zh-hant': { name: '幼兒', note: '4歲至學齡前（3歲以下免費，無須購票）' },
      },
    },
    {
      key: 'disability',
      type: 'disability',
      add_cost: 950,
      min: 0,
      max: 12,
      words: {
        ja: { name: '障がい者割引', note: '入口で手帳をご提示ください。付き添いの方1名は無料です' },
        en: { name: 'Disability discount', note: 'Please show your certificate; one companion is free' },
        'zh-hans': { name: '残障人士优惠', note: '请在入口出示证件，一名陪同者免费' },
        kr: { name: '장애인 할인', note: '입구에서 증명서를 보여 주세요. 동반자 1명은 무료입니다' },
        'zh-hant': { name: '身心障礙優惠', note: '請於入口出示證明，一名陪同者免費' },
      },
    },
  ],
};
