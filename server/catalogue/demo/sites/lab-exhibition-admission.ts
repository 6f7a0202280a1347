import type { SeedProduct } from '../types.ts';

/** Timed: a slot every half hour. */
export const labAdmission: SeedProduct = {
  uuid: '19e6c4a7-2497-4f1b-828a-aaeb8c78bf56',
  key: 'lab-admission',
  sale_type: 'time',
  min_quantity: 1,
  max_quantity: 8,
  capacity: 32,
  opens: 10 * 60,
  closes: 18 * 60,
  every: 30,
  weekend: 200,
  words: {
    ja: {
      product_name: '入場チケット（日時指定）',
      description:
        '光、音、重さ、時間。24の実験装置を自分の手で動かしながら、科学とアートの境い目を歩く展覧会です。指定の時間帯にご入場ください。滞在時間に制限はありません。',
      naming_right: '白樺光学',
      caution: '小学3年生以下のお子さまは、大人の方とご一緒にお越しください。強い光や点滅する光を使う展示があります。',
    },
    en: {
      product_name: 'Timed admission',
      description:
        'Light, sound, weight, time: twenty-four experiments that you set in motion with your own hands, on the border between science and art. Please enter within your time slot; once inside, stay as long as you like.',
      naming_right: 'Shirakaba Optics',
      caution: 'Children aged 9 and under must come with an adult. Some exhibits use bright or flashing lights.',
    },
    'zh-hans': {
      product_name: '入场门票（指定日期和时间）',
      description:
        '光、声音、重量、时间——亲手操作24件实验装置，漫步于科学与艺术的交界。请在指定时段内入场，入场后不限停留时间。',
      naming_right: '白桦光学',
      caution: '9岁及以下儿童须由成人陪同。部分展品使用强光或闪烁灯光。',
    },
    kr: {
      product_name: '입장 티켓(날짜·시간 지정)',
      description:
        '빛, 소리, 무게, 시간. 24가지 실험 장치를 직접 움직여 보며 과학과 예술의 경계를 거니는 전시입니다. 지정하신 시간대에 입장해 주시면 되며, 관람 시간에는 제한이 없습니다.',
      naming_right: '시라카바 광학',
      caution:
        '초등학교 3학년 이하 어린이는 어른과 함께 입장해 주세요. 강한 빛이나 깜빡이는 조명을 사용하는 전시가 있습니다.',
    },
    'zh-hant': {
      product_name: '入場門票（指定日期時間）',
      description:
        '光、聲音、重量、時間——親手操作24件實驗裝置，漫步於科學與藝術的交界。請於指定時段內入場，入場後不限停留時間。',
      naming_right: '白樺光學',
      caution: '9歲以下兒童須由成人陪同。部分展品使用強光或閃爍燈光。',
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
        ja: { name: '大人', note: '16歳以上' },
        en: { name: 'Adult', note: '16 and over' },
        'zh-hans': { name: '成人', note: '16岁及以上' },
        kr: { name: '성인', note: '16세 이상' },
        'zh-hant': { name: '成人', note: '16歲以上' },
      },
    },
    {
      key: 'child',
      type: 'child',
      add_cost: 1200,
      min: 0,
      max: 8,
      words: {
        ja: { name: '小・中学生', note: '6〜15歳' },
        en: { name: 'Child', note: 'Ages 6 to 15' },
        'zh-hans': { name: '中小学生', note: '6～15岁' },
        kr: { name: '초·중학생', note: '6~15세' },
        'zh-hant': { name: '國中小學生', note: '6～15歲' },
      },
    },
    {
      key: 'infant',
      type: 'infant',
      add_cost: 0,
      min: 0,
      max: 4,
      needs: ['adult'],
      words: {
        ja: { name: '幼児', note: '5歳以下。無料ですが、チケットが必要です' },
        en: { name: 'Young child', note: 'Ages 5 and under: free, but a ticket is needed' },
        'zh-hans': { name: '幼儿', note: '5岁及以下，免费，但需要门票' },
        kr: { name: '유아', note: '5세 이하. 무료이지만 티켓이 필요합니다' },
        'zh-hant': { name: '幼兒', note: '5歲以下，免費，但需要門票' },
      },
    },
  ],
};
