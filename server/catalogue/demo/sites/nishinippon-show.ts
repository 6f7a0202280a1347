import type { SeedProduct } from '../types.ts';

/** Timed: the show of the season, a slot every half hour. */
export const nishinipponShow: SeedProduct = {
  uuid: '83d27ec6-1d76-44cd-9480-265d58c4bace',
  key: 'nishinippon-show',
  sale_type: 'time',
  min_quantity: 1,
  max_quantity: 8,
  capacity: 36,
  opens: 10 * 60,
  closes: 17 * 60,
  every: 30,
  weekend: 200,
  words: {
    ja: {
      product_name: '企画展「影の縫い目」入場券（日時指定）',
      description:
        '布と光だけでつくられた八つの部屋を、影をたどりながら歩く展覧会です。指定の時間帯にご入場ください。閉場の18時までご覧いただけます。',
      naming_right: 'ほしみ鉄道',
      caution:
        '一部の作品は点滅する光を使用しています。再入場はできません。作品保護のため、大きなお荷物はロッカーにお預けください。',
    },
    en: {
      product_name: 'Seams of Shadow, exhibition admission (timed)',
      description:
        'Eight rooms made of nothing but cloth and light, to be walked by following the shadows. Please enter within your time slot; you may stay until we close at 18:00.',
      naming_right: 'Hoshimi Railway',
      caution:
        'Some works use flashing light. Re-entry is not possible. To protect the works, please leave large bags in the lockers.',
    },
    'zh-hans': {
      product_name: '特展“影之缝线”门票（指定日期和时间）',
      description: '展览由八间仅以布料与光线构成的展室组成，邀您循着影子漫步。请在指定时段内入场，可参观至18:00闭场。',
      naming_right: '星见铁道',
      caution: '部分作品使用闪烁的灯光。离场后不能再次入场。为保护作品，请将大件行李寄存于储物柜。',
    },
    kr: {
      product_name: '기획전 ‘그림자의 솔기’ 입장권(날짜·시간 지정)',
      description:
        '천과 빛만으로 만든 여덟 개의 방을 그림자를 따라 걷는 전시입니다. 지정하신 시간대에 입장해 주세요. 폐장 시각인 18시까지 관람하실 수 있습니다.',
      naming_right: '호시미 철도',
      caution:
        '일부 작품에는 깜박이는 조명이 사용됩니다. 재입장은 하실 수 없습니다. 작품 보호를 위해 큰 짐은 물품 보관함에 맡겨 주세요.',
    },
    'zh-hant': {
      product_name: '特展「影之縫線」門票（指定日期時間）',
      description: '展覽由八間僅以布料與光線構成的展間組成，邀您循著影子漫步。請於指定時段內入場，可參觀至18:00閉場。',
      naming_right: '星見鐵道',
      caution: '部分作品使用閃爍的燈光。離場後無法再次入場。為保護作品，請將大件行李寄放於置物櫃。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 1800,
      min: 0,
      max: 8,
      words: {
        ja: { name: '一般', note: '' },
        en: { name: 'Adult', note: '' },
        'zh-hans': { name: '普通票', note: '' },
        kr: { name: '일반', note: '' },
        'zh-hant': { name: '全票', note: '' },
      },
    },
    {
      key: 'student',
      type: 'student',
      add_cost: 1200,
      min: 0,
      max: 8,
      words: {
        ja: { name: '大学生・高校生', note: '入口で学生証をご提示ください' },
        en: { name: 'University & high school', note: 'Please show your student card at the entrance' },
        'zh-hans': { name: '大学生、高中生', note: '请在入口出示学生证' },
        kr: { name: '대학생·고등학생', note: '입구에서 학생증을 보여 주세요' },
        'zh-hant': { name: '大學生、高中生', note: '請於入口出示學生證' },
      },
    },
    {
      key: 'child',
      type: 'child',
      add_cost: 0,
      min: 0,
      max: 8,
      words: {
        ja: { name: '中学生以下', note: '無料（チケットはお申し込みください）' },
        en: { name: 'Ages 15 and under', note: 'Free, but please book a ticket' },
        'zh-hans': { name: '初中生及以下', note: '免费，但需预约门票' },
        kr: { name: '중학생 이하', note: '무료(티켓은 예매해 주세요)' },
        'zh-hant': { name: '國中生以下', note: '免費，但須預約門票' },
      },
    },
    {
      key: 'disability',
      type: 'disability',
      add_cost: 900,
      min: 0,
      max: 8,
      words: {
        ja: { name: '障がい者割引', note: 'ご本人と付き添いの方1名まで。入口で手帳をご提示ください' },
        en: { name: 'Disability discount', note: 'You and one companion; please show your certificate' },
        'zh-hans': { name: '残障人士优惠', note: '限本人及一名陪同者，请在入口出示证件' },
        kr: { name: '장애인 할인', note: '본인과 동반자 1명까지. 입구에서 증명서를 보여 주세요' },
        'zh-hant': { name: '身心障礙優惠', note: '限本人及一名陪同者，請於入口出示證明' },
      },
    },
  ],
};
