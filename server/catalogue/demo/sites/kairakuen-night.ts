import type { SeedProduct } from '../types.ts';

/** Dated: one entry window an evening. */
export const kairakuenNight: SeedProduct = {
  uuid: '4d385708-26ee-4e0b-b1a2-cd5310bf9479',
  key: 'kairakuen-night',
  sale_type: 'date',
  min_quantity: 1,
  max_quantity: 8,
  capacity: 800,
  opens: 18 * 60,
  closes: 21 * 60,
  weekend: 200,
  words: {
    ja: {
      product_name: '夜間入園券（日付指定）',
      description:
        '梅の古木、竹林、杉の参道。昼とは別の庭になる夜の偕楽園を、足音に応える光とともに歩きます。18時から20時30分までにご入園ください。',
      naming_right: '霞ノ沢電気',
      caution: '園路は砂利道で、暗いところがあります。三脚・自撮り棒は使えません。梅の木には手を触れないでください。',
    },
    en: {
      product_name: 'Evening entry (date-specific)',
      description:
        'Old plum trees, a bamboo grove, an avenue of cedars: after dark Kairakuen is another garden, and its lights answer your steps. Please enter between 18:00 and 20:30.',
      naming_right: 'Kasuminosawa Electric',
      caution:
        'The paths are gravel and dark in places. Tripods and selfie sticks are not allowed. Please do not touch the plum trees.',
    },
    'zh-hans': {
      product_name: '夜间入园券（指定日期）',
      description:
        '古老的梅树、竹林、杉木参道——夜色中的偕乐园宛如另一座庭园，灯光随脚步亮起。请于18:00至20:30之间入园。',
      naming_right: '霞之泽电气',
      caution: '园路为碎石路，部分路段较暗。禁止使用三脚架和自拍杆。请勿触碰梅树。',
    },
    kr: {
      product_name: '야간 입장권(날짜 지정)',
      description:
        '오래된 매화나무와 대나무 숲, 삼나무 길. 낮과는 전혀 다른 밤의 가이라쿠엔을 발걸음에 응답하는 빛과 함께 걸어 보세요. 18시부터 20시 30분 사이에 입장해 주세요.',
      naming_right: '가스미노사와 전기',
      caution:
        '정원 길은 자갈길이며 어두운 곳이 있습니다. 삼각대와 셀카봉은 사용하실 수 없습니다. 매화나무는 만지지 말아 주세요.',
    },
    'zh-hant': {
      product_name: '夜間入園券（指定日期）',
      description:
        '古老的梅樹、竹林、杉木參道——夜色中的偕樂園宛如另一座庭園，燈光隨腳步亮起。請於18:00至20:30之間入園。',
      naming_right: '霞之澤電氣',
      caution: '園路為碎石路，部分路段較暗。禁止使用三腳架與自拍棒。請勿觸碰梅樹。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 1500,
      min: 0,
      max: 8,
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
      add_cost: 700,
      min: 0,
      max: 8,
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
