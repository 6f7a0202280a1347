import type { SeedProduct } from '../types.ts';

/** For the whole season: one visit on any day. */
export const chugujiSeason: SeedProduct = {
  uuid: '485ba51c-1ec0-49a8-9b2f-e36a6a271573',
  key: 'chuguji-season',
  sale_type: 'period',
  min_quantity: 1,
  max_quantity: 10,
  capacity: 8000,
  opens: 9 * 60 + 30,
  closes: 17 * 60,
  weekend: 0,
  words: {
    ja: {
      product_name: '「祈りのかたち」期間内観覧券',
      description: '会期中のお好きな日に1回ご覧いただけます。ご予定が決まっていない方や、贈りものにもどうぞ。',
      naming_right: '',
      caution: '混雑時は入場をお待ちいただくことがあります。お日にちがお決まりの方は日付指定の観覧券が便利です。',
    },
    en: {
      product_name: 'Forms of Prayer, any-day ticket',
      description: 'One visit on any open day of the season: for plans that are not made yet, or as a present.',
      naming_right: '',
      caution: 'On busy days you may be asked to wait. If you know your day, the day ticket is the quicker way in.',
    },
    'zh-hans': {
      product_name: '“祈祷之形”展期通用参观券',
      description: '展期内可任选一天参观一次。适合行程未定的您，也可作为礼物赠送。',
      naming_right: '',
      caution: '人多时可能需要等候入场。如已确定日期，购买指定日期的参观券更为便捷。',
    },
    kr: {
      product_name: '‘기도의 모습’ 기간 내 관람권',
      description:
        '전시 기간 중 원하는 날 한 번 관람하실 수 있습니다. 일정이 정해지지 않은 분이나 선물용으로도 좋습니다.',
      naming_right: '',
      caution:
        '혼잡할 때는 입장하실 때까지 기다리셔야 할 수 있습니다. 날짜가 정해지셨다면 날짜 지정 관람권이 편리합니다.',
    },
    'zh-hant': {
      product_name: '「祈禱之形」展期通用參觀券',
      description: '展期內可任選一天參觀一次。適合行程未定的您，也可作為禮物贈送。',
      naming_right: '',
      caution: '人潮較多時可能需要等候入場。若已確定日期，購買指定日期的參觀券更為便利。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 2100,
      min: 0,
      max: 10,
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
      max: 10,
      words: {
        ja: { name: '高校生・大学生', note: '入口で学生証をご提示ください' },
        en: { name: 'High school & university', note: 'Please show your student card at the entrance' },
        'zh-hans': { name: '高中生、大学生', note: '请在入口出示学生证' },
        kr: { name: '고등학생·대학생', note: '입구에서 학생증을 보여 주세요' },
        'zh-hant': { name: '高中生、大學生', note: '請於入口出示學生證' },
      },
    },
  ],
};
