import type { SeedProduct } from '../types.ts';

/** Dated: an evening talk among the works. */
export const nishinipponTalk: SeedProduct = {
  uuid: '756c7410-747c-442e-92b3-a6508ca357e4',
  key: 'nishinippon-talk',
  sale_type: 'date',
  min_quantity: 1,
  max_quantity: 4,
  capacity: 60,
  opens: 18 * 60 + 30,
  closes: 20 * 60,
  weekend: 0,
  words: {
    ja: {
      product_name: '夜のギャラリートーク（日付指定）',
      description:
        '閉場後の展示室で、作家や学芸員の話を聞きながら作品を囲む90分。話し手とテーマは日ごとに変わります。展覧会の入場料を含みます。',
      naming_right: '',
      caution: '開始10分後からはご入場いただけません。お話は日本語で、英語の要約をお配りします。',
    },
    en: {
      product_name: 'Evening gallery talk (date-specific)',
      description:
        'Ninety minutes around the works after closing, with an artist or a curator. Speaker and subject change from day to day. Exhibition admission is included.',
      naming_right: '',
      caution:
        'No entry later than ten minutes after the start. Talks are in Japanese; a summary in English is handed out.',
    },
    'zh-hans': {
      product_name: '夜间展厅讲座（指定日期）',
      description: '闭场后，在展厅内与艺术家或策展人一同围绕作品交流90分钟。主讲人与主题每天不同。已含展览门票。',
      naming_right: '',
      caution: '开始10分钟后不能入场。讲座以日语进行，现场提供英文摘要。',
    },
    kr: {
      product_name: '저녁 갤러리 토크(날짜 지정)',
      description:
        '폐장 후 전시실에서 작가나 학예사의 이야기를 들으며 작품을 감상하는 90분입니다. 강연자와 주제는 날마다 바뀝니다. 전시 입장료가 포함되어 있습니다.',
      naming_right: '',
      caution: '시작 10분 후부터는 입장하실 수 없습니다. 토크는 일본어로 진행되며 영어 요약본을 나누어 드립니다.',
    },
    'zh-hant': {
      product_name: '夜間展間講座（指定日期）',
      description: '閉場後，在展間與藝術家或策展人一同圍繞作品交流90分鐘。主講人與主題每日不同。已含展覽門票。',
      naming_right: '',
      caution: '開始10分鐘後無法入場。講座以日語進行，現場提供英文摘要。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 2600,
      min: 0,
      max: 4,
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
      add_cost: 1500,
      min: 0,
      max: 4,
      words: {
        ja: { name: '学生', note: '入口で学生証をご提示ください' },
        en: { name: 'Student', note: 'Please show your student card at the entrance' },
        'zh-hans': { name: '学生', note: '请在入口出示学生证' },
        kr: { name: '학생', note: '입구에서 학생증을 보여 주세요' },
        'zh-hant': { name: '學生', note: '請於入口出示學生證' },
      },
    },
  ],
};
