import type { Site } from './defaults.ts';

/** A hands-on exhibition of science and art; sold with set products. */
export const labExhibition: Site = {
  code: 'lab-exhibition',
  title: {
    ja: '光と実験のラボ展 チケットストア',
    en: 'The Lab Exhibition Ticket Shop',
    'zh-hans': '光与实验LAB展 在线购票',
    kr: '빛과 실험의 랩 전시 티켓 스토어',
    'zh-hant': '光與實驗LAB展 線上購票',
  },
  logo: {
    header: {
      white: '/sites/lab-exhibition/header-white.svg',
      black: '/sites/lab-exhibition/header-black.svg',
      width: 100,
      height: 30,
    },
    print: { src: '/sites/lab-exhibition/print.svg', height: 60 },
    onPc: true,
    onSp: true,
  },
  ticketHeaderColor: { pc: '#0a6b43', sp: '#085836' },
  gatagKey: { url: 'GTM-LABEX01' },
  methods: ['stripe_secure', 'alipay', 'free'],
};
