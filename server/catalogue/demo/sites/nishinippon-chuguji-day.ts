import type { SeedProduct } from '../types.ts';

/** Dated: one visit on the day chosen. */
export const chugujiDay: SeedProduct = {
  uuid: '714b1d47-3154-4e48-85c4-595329ddd2fc',
  key: 'chuguji-day',
  sale_type: 'date',
  min_quantity: 1,
  max_quantity: 10,
  capacity: 700,
  opens: 9 * 60 + 30,
  closes: 17 * 60,
  weekend: 200,
  words: {
    ja: {
      product_name: '「祈りのかたち」観覧券（日付指定）',
      description:
        '千年あまり尼寺に守り伝えられた仏像、刺繍の帳、経巻など80点をご紹介します。指定日の9時30分から16時30分までにご入場ください。',
      naming_right: 'かささぎ銀行',
      caution:
        '展示室での撮影はご遠慮ください。文化財保護のため、室内の照明と温度を低めにしています。会期中に展示替えがあります。',
    },
    en: {
      product_name: 'Forms of Prayer, day ticket',
      description:
        'Eighty treasures kept for more than a thousand years in a nunnery: Buddhist statues, embroidered hangings, sutra scrolls. Please enter between 9:30 and 16:30 on your day.',
      naming_right: 'Kasasagi Bank',
      caution:
        'No photography in the galleries. Light and temperature are kept low to protect the works. Some exhibits change during the season.',
    },
    'zh-hans': {
      product_name: '“祈祷之形”参观券（指定日期）',
      description: '展出一座尼寺守护传承千余年的佛像、刺绣帷帐、经卷等八十件珍品。请于指定日9:30至16:30之间入场。',
      naming_right: '喜鹊银行',
      caution: '展厅内请勿拍照。为保护文物，室内照明与温度较低。展期中将更换部分展品。',
    },
    kr: {
      product_name: '‘기도의 모습’ 관람권(날짜 지정)',
      description:
        '비구니 사찰에서 천여 년간 지켜 온 불상, 자수 휘장, 경전 두루마리 등 80점을 소개합니다. 지정하신 날 9시 30분부터 16시 30분 사이에 입장해 주세요.',
      naming_right: '가사사기 은행',
      caution:
        '전시실 안에서는 촬영을 삼가 주세요. 문화재 보호를 위해 조명과 실내 온도를 낮게 유지합니다. 전시 기간 중 일부 작품이 교체됩니다.',
    },
    'zh-hant': {
      product_name: '「祈禱之形」參觀券（指定日期）',
      description: '展出一座尼寺守護傳承千餘年的佛像、刺繡帷帳、經卷等八十件珍品。請於指定日9:30至16:30之間入場。',
      naming_right: '喜鵲銀行',
      caution: '展間內請勿拍照。為保護文物，室內照明與溫度較低。展期中將更換部分展品。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 1900,
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
      key: 'senior',
      type: 'senior',
      add_cost: 1600,
      min: 0,
      max: 10,
      words: {
        ja: { name: '65歳以上', note: '入口で年齢を確認できるものをご提示ください' },
        en: { name: 'Ages 65 and over', note: 'Please show proof of age at the entrance' },
        'zh-hans': { name: '65岁及以上', note: '请在入口出示年龄证明' },
        kr: { name: '65세 이상', note: '입구에서 나이를 확인할 수 있는 신분증을 보여 주세요' },
        'zh-hant': { name: '65歲以上', note: '請於入口出示年齡證明' },
      },
    },
    {
      key: 'student',
      type: 'student',
      add_cost: 1000,
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
        ja: { name: '小学生・中学生', note: '無料。未就学のお子さまはチケット不要です' },
        en: { name: 'Ages 6 to 15', note: 'Free; under 6, no ticket is needed' },
        'zh-hans': { name: '小学生、初中生', note: '免费。学龄前儿童无需门票' },
        kr: { name: '초·중학생', note: '무료. 미취학 아동은 티켓이 필요 없습니다' },
        'zh-hant': { name: '國小、國中生', note: '免費。學齡前兒童無須門票' },
      },
    },
  ],
};
