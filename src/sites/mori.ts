import type { Site } from './defaults.ts';

/** An observation deck and a gallery on top of a building; most visitors come from abroad. */
export const mori: Site = {
  code: 'mori',
  title: {
    ja: 'スカイデッキ＆ギャラリー チケットストア',
    en: 'Sky Deck & Gallery Ticket Shop',
    'zh-hans': '天空观景台与美术馆 在线购票',
    kr: '스카이 데크 & 갤러리 티켓 스토어',
    'zh-hant': '天空觀景台與藝廊 線上購票',
  },
  logo: {
    header: {
      white: '/sites/mori/header-white.svg',
      black: '/sites/mori/header-black.svg',
      width: 78,
      height: 30,
      variant: 'white',
    },
    print: { src: '/sites/mori/print.svg', height: 85 },
    onPc: true,
    onSp: true,
  },
  isShowTeamLabBrand: false,
  mailConfirm: true,
  ticketDisplay: 'separate',
  ticketHeaderColor: { pc: '#104a6e', sp: '#0d3d5b' },
  gatagKey: { url: 'GTM-MORI001' },
  methods: ['stripe_secure', 'gmo_paypay', 'free'],
  recaptcha: true,
};
