import type { SeedProduct } from '../types.ts';

/** Timed: an aquarium at the members' price, a slot every hour. */
export const carrierAquarium: SeedProduct = {
  uuid: '9833b324-c1c0-4e71-a339-00cfeeac75c8',
  key: 'carrier-aquarium',
  sale_type: 'time',
  min_quantity: 1,
  max_quantity: 6,
  capacity: 60,
  opens: 9 * 60,
  closes: 18 * 60,
  every: 60,
  weekend: 0,
  words: {
    ja: {
      product_name: '会員優待 しらなみ水族館 入館券（日時指定）',
      description:
        '会員専用の入口から、並ばずにご入館いただけます。大水槽の給餌は毎日11時と14時。ご入館後の時間制限はありません。',
      naming_right: '',
      caution:
        '会員ご本人と同伴の方5名までご利用いただけます。入館の際に会員画面をご提示ください。他の割引との併用はできません。',
    },
    en: {
      product_name: 'Members’ price: Shiranami Aquarium (timed)',
      description:
        'Walk in through the members’ entrance without queueing. The fish in the big tank are fed daily at 11:00 and 14:00. Once inside, stay as long as you like.',
      naming_right: '',
      caution:
        'For the member and up to five companions. Please show your membership screen at the entrance. Not to be combined with other discounts.',
    },
    'zh-hans': {
      product_name: '会员优惠 白波水族馆门票（指定日期和时间）',
      description: '由会员专用入口入馆，无需排队。大水槽喂食时间为每天11:00和14:00。入馆后不限停留时间。',
      naming_right: '',
      caution: '限会员本人及同行者（最多5人）使用。入馆时请出示会员页面。不可与其他优惠同时使用。',
    },
    kr: {
      product_name: '회원 우대 시라나미 수족관 입장권(날짜·시간 지정)',
      description:
        '회원 전용 입구로 줄을 서지 않고 입장하실 수 있습니다. 대형 수조의 먹이 주기는 매일 11시와 14시입니다. 입장 후 관람 시간에는 제한이 없습니다.',
      naming_right: '',
      caution:
        '회원 본인과 동반자 5명까지 이용하실 수 있습니다. 입장하실 때 회원 화면을 보여 주세요. 다른 할인과 함께 사용하실 수 없습니다.',
    },
    'zh-hant': {
      product_name: '會員優惠 白波水族館門票（指定日期時間）',
      description: '由會員專用入口入館，無須排隊。大水槽餵食時間為每日11:00及14:00。入館後不限停留時間。',
      naming_right: '',
      caution: '限會員本人及同行者（最多5人）使用。入館時請出示會員畫面。不可與其他優惠併用。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 1920,
      min: 0,
      max: 6,
      words: {
        ja: { name: '大人', note: '通常2,400円' },
        en: { name: 'Adult', note: 'Usually ¥2,400' },
        'zh-hans': { name: '成人', note: '原价2,400日元' },
        kr: { name: '성인', note: '정상가 2,400엔' },
        'zh-hant': { name: '成人', note: '原價2,400日圓' },
      },
    },
    {
      key: 'child',
      type: 'child',
      add_cost: 960,
      min: 0,
      max: 6,
      words: {
        ja: { name: '小学生・中学生', note: '通常1,200円' },
        en: { name: 'Ages 6 to 15', note: 'Usually ¥1,200' },
        'zh-hans': { name: '小学生、初中生', note: '原价1,200日元' },
        kr: { name: '초·중학생', note: '정상가 1,200엔' },
        'zh-hant': { name: '國小、國中生', note: '原價1,200日圓' },
      },
    },
    {
      key: 'toddler',
      type: 'toddler',
      add_cost: 480,
      min: 0,
      max: 6,
      words: {
        ja: { name: '幼児', note: '4〜5歳、通常600円（3歳以下は無料・チケット不要）' },
        en: { name: 'Toddler', note: 'Ages 4 and 5, usually ¥600 (3 and under free, no ticket needed)' },
        'zh-hans': { name: '幼儿', note: '4～5岁，原价600日元（3岁及以下免费，无需购票）' },
        kr: { name: '유아', note: '4~5세, 정상가 600엔(3세 이하는 무료이며 티켓이 필요 없습니다)' },
        'zh-hant': { name: '幼兒', note: '4～5歲，原價600日圓（3歲以下免費，無須購票）' },
      },
    },
  ],
};
