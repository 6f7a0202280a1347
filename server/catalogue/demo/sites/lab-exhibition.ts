import { methodRow } from '#server/catalogue/demo/method-texts.ts';
import type { SeedSite } from '../types.ts';
import { labAdmission } from './lab-exhibition-admission.ts';
import { labWorkshop } from './lab-exhibition-workshop.ts';

/** A hands-on exhibition between science and art, with two set products. */
export const labExhibition: SeedSite = {
  code: 'lab-exhibition',
  defaultLang: 'ja',
  products: [labAdmission, labWorkshop],
  sets: [
    {
      uuid: 'cdff1065-ed5e-4cdf-b99b-586e8d5f5da6',
      key: 'lab-notebook',
      with: ['lab-admission', 'lab-workshop'],
      add_cost: 900,
      max: 8,
      stock: 40,
      words: {
        ja: {
          product_name: '実験ノート',
          description: '24の装置の仕組みを図解した、書き込み式の公式ノート。入場の際にお渡しします。',
        },
        en: {
          product_name: 'Lab notebook',
          description:
            'How all twenty-four experiments work, in drawings, with room for your own findings. Collect it as you enter.',
        },
        'zh-hans': {
          product_name: '实验笔记本',
          description: '图解24件装置的原理，可写下自己的发现。入场时领取。',
        },
        kr: {
          product_name: '실험 노트',
          description: '24가지 장치의 원리를 그림으로 풀고 직접 적어 넣을 수 있는 공식 노트. 입장하실 때 드립니다.',
        },
        'zh-hant': {
          product_name: '實驗筆記本',
          description: '圖解24件裝置的原理，可寫下自己的發現。入場時領取。',
        },
      },
    },
    {
      uuid: '8e3076c3-729c-495c-b618-eeb7b568d723',
      key: 'lab-prism',
      with: ['lab-admission'],
      add_cost: 1600,
      max: 4,
      stock: 12,
      words: {
        ja: {
          product_name: 'プリズム実験キット',
          description: 'ガラスのプリズムと12の実験カードのセット。出口のショップでお渡しします。',
        },
        en: {
          product_name: 'Prism kit',
          description: 'A glass prism with twelve experiment cards. Collect it at the shop by the exit.',
        },
        'zh-hans': {
          product_name: '棱镜实验套装',
          description: '玻璃棱镜与12张实验卡片。请在出口处的商店领取。',
        },
        kr: {
          product_name: '프리즘 실험 키트',
          description: '유리 프리즘과 실험 카드 12장 세트. 출구의 숍에서 드립니다.',
        },
        'zh-hant': {
          product_name: '稜鏡實驗組',
          description: '玻璃稜鏡與12張實驗卡片。請在出口處的商店領取。',
        },
      },
    },
  ],
  fields: [
    { field: 'fullname', shown: true, required: true, list: null },
    { field: 'email', shown: true, required: true, list: null },
    { field: 'phone', shown: false, required: false, list: null },
    { field: 'gender', shown: false, required: false, list: 'genders' },
    { field: 'age', shown: true, required: false, list: 'age_bands' },
    { field: 'resident_area', shown: true, required: false, list: null },
    { field: 'address', shown: false, required: false, list: null },
    { field: 'questionnaire1', shown: false, required: false, list: null },
    { field: 'questionnaire2', shown: true, required: false, list: null },
    { field: 'questionnaire3', shown: false, required: false, list: null },
    { field: 'mail_magazine', shown: true, required: false, list: null },
  ],
  methods: [methodRow('stripe_secure'), methodRow('alipay'), methodRow('free')],
  texts: {
    ja: { order_visit_notice: '装置の点検のため、第2・第4火曜日は休場します。最終入場は17時30分の回です。' },
    en: {
      order_visit_notice:
        'Closed on the second and fourth Tuesday of the month, when the experiments are serviced. The last slot starts at 17:30.',
    },
    'zh-hans': { order_visit_notice: '每月第二、第四个星期二检修装置，暂停开放。最后入场时段为17:30。' },
    kr: { order_visit_notice: '장치 점검을 위해 둘째·넷째 화요일은 휴관합니다. 마지막 입장은 17시 30분입니다.' },
    'zh-hant': { order_visit_notice: '每月第二、第四個星期二檢修裝置，暫停開放。最後入場時段為17:30。' },
  },
};
