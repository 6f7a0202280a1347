import type { Site } from './defaults.ts';

/** An art venue: changing shows, and talks in the evening. */
export const nishinippon: Site = {
  code: 'nishinippon',
  title: {
    ja: '西日本アートホール チケットストア',
    en: 'Nishinippon Art Hall Ticket Shop',
    'zh-hans': '西日本艺术厅 在线购票',
    kr: '니시니혼 아트홀 티켓 스토어',
    'zh-hant': '西日本藝術廳 線上購票',
  },
  logo: {
    header: {
      white: '/sites/nishinippon/header-white.svg',
      black: '/sites/nishinippon/header-black.svg',
      width: 115,
      height: 30,
    },
    print: { src: '/sites/nishinippon/print.svg', height: 85 },
    onPc: true,
    onSp: true,
  },
  isShowTeamLabBrand: false,
  ticketHeaderColor: { pc: '#0f5a5e', sp: '#0b484e' },
  gatagKey: { url: 'GTM-NNP0001' },
  methods: ['stripe_secure', 'gmo', 'gmo_paypay', 'free'],
};
