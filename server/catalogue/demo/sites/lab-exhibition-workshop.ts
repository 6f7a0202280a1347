import type { SeedProduct } from '../types.ts';

/** Timed: four workshops an afternoon, small groups. */
export const labWorkshop: SeedProduct = {
  uuid: 'fe9c0839-374a-4919-850d-8e72ad2a2ea2',
  key: 'lab-workshop',
  sale_type: 'time',
  min_quantity: 1,
  max_quantity: 4,
  capacity: 16,
  opens: 13 * 60,
  closes: 17 * 60,
  every: 60,
  weekend: 0,
  words: {
    ja: {
      product_name: 'ワークショップ「虹をつくる」（入場券つき）',
      description:
        '水と鏡と懐中電灯で、自分だけの虹をつくる60分のワークショップです。材料費と展覧会の入場料が含まれます。つくった分光器はお持ち帰りいただけます。',
      naming_right: '',
      caution:
        '開始の10分前までに、2階のワークショップ室へお越しください。水を使います。濡れてもよい服装でご参加ください。',
    },
    en: {
      product_name: 'Workshop “Make a Rainbow”, with admission',
      description:
        'Sixty minutes with water, mirrors and a torch, to make a rainbow of your own. Materials and admission to the exhibition are included, and the spectroscope you build is yours to keep.',
      naming_right: '',
      caution: 'Please be at the workshop room (2F) ten minutes before the start. You may get a little wet.',
    },
    'zh-hans': {
      product_name: '工作坊“制造彩虹”（含入场券）',
      description:
        '用水、镜子和手电筒，做出一道属于自己的彩虹。时长60分钟，费用包含材料费和展览门票，亲手制作的分光镜可以带回家。',
      naming_right: '',
      caution: '请于开始前10分钟到达2楼工作坊教室。活动会用到水，请穿着不怕弄湿的衣服。',
    },
    kr: {
      product_name: '워크숍 ‘무지개 만들기’(입장권 포함)',
      description:
        '물과 거울, 손전등으로 나만의 무지개를 만들어 보는 60분 워크숍입니다. 재료비와 전시 입장료가 포함되어 있으며, 직접 만든 분광기는 가져가실 수 있습니다.',
      naming_right: '',
      caution: '시작 10분 전까지 2층 워크숍실로 와 주세요. 물을 사용하므로 젖어도 괜찮은 옷차림을 권해 드립니다.',
    },
    'zh-hant': {
      product_name: '工作坊「製造彩虹」（含入場券）',
      description:
        '用水、鏡子和手電筒，做出一道屬於自己的彩虹。時間60分鐘，費用包含材料費與展覽門票，親手製作的分光鏡可以帶回家。',
      naming_right: '',
      caution: '請於開始前10分鐘抵達2樓工作坊教室。活動會用到水，請穿著不怕弄濕的衣服。',
    },
  },
  options: [
    {
      key: 'participant',
      type: 'participant',
      add_cost: 3600,
      min: 0,
      max: 4,
      words: {
        ja: { name: '参加者', note: '小学生以上。お一人ずつ装置をつくります' },
        en: { name: 'Participant', note: 'Ages 6 and over; everyone builds their own' },
        'zh-hans': { name: '参加者', note: '6岁及以上，每人制作一件' },
        kr: { name: '참가자', note: '초등학생 이상. 한 사람이 하나씩 만듭니다' },
        'zh-hant': { name: '參加者', note: '6歲以上，每人製作一件' },
      },
    },
    {
      key: 'companion',
      type: 'companion',
      add_cost: 2400,
      min: 0,
      max: 2,
      words: {
        ja: { name: '付き添い', note: '見学のみ。展覧会の入場料です' },
        en: { name: 'Companion', note: 'Watches only; the price is admission' },
        'zh-hans': { name: '陪同者', note: '仅旁观，费用为展览门票' },
        kr: { name: '동반자', note: '참관만 하시며, 전시 입장료입니다' },
        'zh-hant': { name: '陪同者', note: '僅旁觀，費用為展覽門票' },
      },
    },
  ],
};
