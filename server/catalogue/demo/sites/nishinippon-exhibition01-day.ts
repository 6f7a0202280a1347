import type { SeedProduct } from '../types.ts';

/** Dated: a visit by day. */
export const exhibition01Day: SeedProduct = {
  uuid: '577e8175-a53e-46fe-b769-83f80edf3c4e',
  key: 'exhibition01-day',
  sale_type: 'date',
  min_quantity: 1,
  max_quantity: 10,
  capacity: 550,
  opens: 9 * 60 + 30,
  closes: 17 * 60,
  weekend: 0,
  words: {
    ja: {
      product_name: '絵巻展「ひらく物語」観覧券（日付指定）',
      description:
        '恋も合戦も、化け物の行列も。右から左へひらいて読む絵巻を、全長15メートルの展示ケースで一続きにご覧いただきます。',
      naming_right: '',
      caution:
        '入場は16時30分までです。絵巻は巻き替えを行い、前期と後期で場面が変わります。展示室での撮影はできません。',
    },
    en: {
      product_name: 'Stories Unrolled, day ticket',
      description:
        'Love, battles, a parade of goblins: painted scrolls read from right to left, shown unrolled in cases fifteen metres long.',
      naming_right: '',
      caution:
        'Last entry 16:30. The scrolls are rewound halfway through the season, and other scenes are shown. No photography in the galleries.',
    },
    'zh-hans': {
      product_name: '绘卷展“展开的故事”参观券（指定日期）',
      description: '恋情、战事，还有妖怪的行列。自右向左展开阅读的绘卷，在长达15米的展柜中一气呈现。',
      naming_right: '',
      caution: '最晚入场时间为16:30。展期前半与后半将更换绘卷场面。展厅内不可拍照。',
    },
    kr: {
      product_name: '두루마리 그림전 ‘펼쳐지는 이야기’ 관람권(날짜 지정)',
      description:
        '사랑 이야기와 전투, 요괴 행렬까지. 오른쪽에서 왼쪽으로 펼쳐 읽는 두루마리 그림을 길이 15m의 진열장에서 이어서 보실 수 있습니다.',
      naming_right: '',
      caution:
        '입장은 16시 30분까지입니다. 전시 전반과 후반에 두루마리의 장면이 바뀝니다. 전시실 안에서는 촬영하실 수 없습니다.',
    },
    'zh-hant': {
      product_name: '繪卷展「展開的故事」參觀券（指定日期）',
      description: '戀情、戰事，還有妖怪的行列。自右向左展開閱讀的繪卷，在長達15公尺的展櫃中一氣呈現。',
      naming_right: '',
      caution: '最晚入場時間為16:30。展期前半與後半將更換繪卷場面。展間內不可拍照。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 1600,
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
      add_cost: 900,
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
    {
      key: 'child',
      type: 'child',
      add_cost: 0,
      min: 0,
      max: 10,
      words: {
        ja: { name: '中学生以下', note: '無料。小学生以下は大人の方とご一緒にお越しください' },
        en: { name: 'Ages 15 and under', note: 'Free; 12 and under must come with an adult' },
        'zh-hans': { name: '初中生及以下', note: '免费。小学生及以下请由成人陪同' },
        kr: { name: '중학생 이하', note: '무료. 초등학생 이하는 어른과 함께 와 주세요' },
        'zh-hant': { name: '國中生以下', note: '免費。國小以下請由成人陪同' },
      },
    },
    {
      key: 'disability',
      type: 'disability',
      add_cost: 0,
      min: 0,
      max: 4,
      words: {
        ja: { name: '障害者手帳をお持ちの方', note: 'ご本人と付き添いの方1名は無料。入口で手帳をご提示ください' },
        en: { name: 'Visitors with a disability', note: 'Free, with one companion; please show your certificate' },
        'zh-hans': { name: '持残疾人证者', note: '本人及一名陪同者免费，请在入口出示证件' },
        kr: { name: '장애인 증명서 소지자', note: '본인과 동반자 1명은 무료. 입구에서 증명서를 보여 주세요' },
        'zh-hant': { name: '持身心障礙證明者', note: '本人及一名陪同者免費，請於入口出示證明' },
      },
    },
  ],
};
