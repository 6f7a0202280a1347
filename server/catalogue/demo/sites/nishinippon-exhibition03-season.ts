import type { SeedProduct } from '../types.ts';

/** For the whole season: one visit on any day. */
export const exhibition03Season: SeedProduct = {
  uuid: 'a2dcb26e-5a1a-4502-8424-6d95df24187a',
  key: 'exhibition03-season',
  sale_type: 'period',
  min_quantity: 1,
  max_quantity: 8,
  capacity: 9000,
  opens: 10 * 60,
  closes: 19 * 60,
  weekend: 0,
  words: {
    ja: {
      product_name: '「まとう時代」期間内観覧券',
      description:
        '時代劇の打掛から宇宙船の制服まで、100年の映画史を彩った衣装120点。会期中のお好きな日に1回ご覧いただけます。',
      naming_right: '',
      caution: '土日祝の午後は入場をお待ちいただくことがあります。入場は18時30分までです。',
    },
    en: {
      product_name: 'Dressed for the Screen, any-day ticket',
      description:
        'From period-drama robes to spaceship uniforms: 120 costumes out of a hundred years of film. One visit on any open day of the season.',
      naming_right: '',
      caution: 'On weekend and holiday afternoons you may be asked to wait. Last entry 18:30.',
    },
    'zh-hans': {
      product_name: '“穿上时代”展期通用参观券',
      description: '从古装剧的华服到宇宙飞船的制服，汇集百年电影中的120件服装。展期内可任选一天参观一次。',
      naming_right: '',
      caution: '周末及节假日下午可能需要等候入场。最晚入场时间为18:30。',
    },
    kr: {
      product_name: '‘시대를 입다’ 기간 내 관람권',
      description:
        '시대극의 예복부터 우주선 제복까지, 100년 영화사를 빛낸 의상 120점. 전시 기간 중 원하는 날 한 번 관람하실 수 있습니다.',
      naming_right: '',
      caution: '주말과 공휴일 오후에는 입장하실 때까지 기다리셔야 할 수 있습니다. 입장은 18시 30분까지입니다.',
    },
    'zh-hant': {
      product_name: '「穿上時代」展期通用參觀券',
      description: '從古裝劇的華服到太空船的制服，匯集百年電影中的120件服裝。展期內可任選一天參觀一次。',
      naming_right: '',
      caution: '週末及國定假日下午可能需要等候入場。最晚入場時間為18:30。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 2200,
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
      add_cost: 1400,
      min: 0,
      max: 8,
      words: {
        ja: { name: '学生', note: '中学生・高校生・大学生。入口で学生証をご提示ください' },
        en: { name: 'Student', note: 'Ages 13 and over, with a student card' },
        'zh-hans': { name: '学生', note: '初中生、高中生、大学生，请在入口出示学生证' },
        kr: { name: '학생', note: '중·고등학생, 대학생. 입구에서 학생증을 보여 주세요' },
        'zh-hant': { name: '學生', note: '國中、高中、大學生，請於入口出示學生證' },
      },
    },
    {
      key: 'child',
      type: 'child',
      add_cost: 0,
      min: 0,
      max: 8,
      needs: ['adult'],
      words: {
        ja: { name: '小学生以下', note: '無料。大人の方とご一緒にお越しください' },
        en: { name: 'Ages 12 and under', note: 'Free, with an adult' },
        'zh-hans': { name: '小学生及以下', note: '免费，请由成人陪同' },
        kr: { name: '초등학생 이하', note: '무료. 어른과 함께 와 주세요' },
        'zh-hant': { name: '國小以下', note: '免費，請由成人陪同' },
      },
    },
  ],
};
