import type { SeedProduct } from '../types.ts';

/** Timed: every hour, the same price on every day. */
export const artizonAdmission: SeedProduct = {
  uuid: '8e3466b6-45d3-45e0-aed3-171b69019c91',
  key: 'artizon-admission',
  sale_type: 'time',
  min_quantity: 1,
  max_quantity: 6,
  capacity: 60,
  opens: 10 * 60,
  closes: 18 * 60,
  every: 60,
  weekend: 0,
  words: {
    ja: {
      product_name: '観覧券（日時指定）',
      description:
        '近代絵画の流れを、印象派から抽象へとたどるコレクション展です。一度にお入りいただく人数を限り、絵の前で静かに過ごせる時間を大切にしています。滞在時間に制限はありません。',
      naming_right: '',
      caution:
        'ご予約の時間枠の終わりまでにご入館ください。大きなお荷物と傘はロッカーへお預けください。展示室でお使いいただける筆記具は鉛筆のみです。',
    },
    en: {
      product_name: 'Admission, timed entry',
      description:
        'The collection follows modern painting from Impressionism to abstraction. We let in only so many people at a time, so that there is room and quiet in front of the pictures. Stay as long as you like.',
      naming_right: '',
      caution:
        'Please arrive before your slot ends. Large bags and umbrellas go in the lockers. Only pencils may be used in the galleries.',
    },
    'zh-hans': {
      product_name: '参观券（指定日期和时间）',
      description:
        '馆藏展循着近代绘画的脉络，从印象派走向抽象。我们限制同时入馆的人数，让您能在画前静静停留。不限停留时间。',
      naming_right: '',
      caution: '请在预约时段结束前入馆。大件行李和雨伞请存入储物柜。展厅内仅可使用铅笔。',
    },
    kr: {
      product_name: '관람권(날짜·시간 지정)',
      description:
        '인상파에서 추상에 이르기까지 근대 회화의 흐름을 따라가는 소장품전입니다. 한 번에 입장하는 인원을 제한하여 그림 앞에서 조용히 머무실 수 있습니다. 관람 시간에는 제한이 없습니다.',
      naming_right: '',
      caution:
        '예매하신 시간대가 끝나기 전에 입장해 주세요. 큰 짐과 우산은 보관함에 맡겨 주세요. 전시실에서 사용하실 수 있는 필기구는 연필뿐입니다.',
    },
    'zh-hant': {
      product_name: '參觀券（指定日期時間）',
      description:
        '館藏展循著近代繪畫的脈絡，從印象派走向抽象。我們限制同時入館的人數，讓您能在畫前靜靜停留。不限停留時間。',
      naming_right: '',
      caution: '請在預約時段結束前入館。大件行李與雨傘請存入置物櫃。展廳內僅可使用鉛筆。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 1800,
      min: 0,
      max: 6,
      words: {
        ja: { name: '一般', note: '19歳以上' },
        en: { name: 'Adult', note: '19 and over' },
        'zh-hans': { name: '成人', note: '19岁及以上' },
        kr: { name: '성인', note: '19세 이상' },
        'zh-hant': { name: '成人', note: '19歲以上' },
      },
    },
    {
      key: 'student',
      type: 'student',
      add_cost: 0,
      min: 0,
      max: 6,
      words: {
        ja: { name: '学生', note: '無料・要予約。入口で学生証をご提示ください' },
        en: { name: 'Student', note: 'Free when booked; please show your student card' },
        'zh-hans': { name: '学生', note: '免费，须预约。请在入口出示学生证' },
        kr: { name: '학생', note: '무료, 예매 필수. 입구에서 학생증을 보여 주세요' },
        'zh-hant': { name: '學生', note: '免費，須預約。請在入口出示學生證' },
      },
    },
    {
      key: 'disability',
      type: 'disability',
      add_cost: 900,
      min: 0,
      max: 6,
      words: {
        ja: { name: '障がい者割引', note: '介助の方お一人まで同じ料金です' },
        en: { name: 'Disability discount', note: 'One companion may come at the same price' },
        'zh-hans': { name: '残障人士优惠', note: '一位陪同者可享同样票价' },
        kr: { name: '장애인 할인', note: '동반 보호자 한 분까지 같은 요금입니다' },
        'zh-hant': { name: '身心障礙優惠', note: '一位陪同者可享相同票價' },
      },
    },
  ],
};
