import type { Site } from './defaults.ts';

/** An exhibition of a temple’s treasures. */
export const nishinipponChuguji: Site = {
  code: 'nishinippon-chuguji',
  title: {
    ja: '寺宝展「祈りのかたち」 チケットストア',
    en: 'Temple Treasures: Forms of Prayer – Ticket Shop',
    'zh-hans': '寺宝展“祈祷之形” 在线购票',
    kr: '사찰 보물전 ‘기도의 모습’ 티켓 스토어',
    'zh-hant': '寺寶展「祈禱之形」 線上購票',
  },
  logo: {
    header: {
      white: '/sites/nishinippon-chuguji/header-white.svg',
      black: '/sites/nishinippon-chuguji/header-black.svg',
      width: 118,
      height: 30,
    },
    print: { src: '/sites/nishinippon-chuguji/print.svg', height: 60 },
    onPc: true,
    onSp: true,
  },
  isShowTeamLabBrand: false,
  ticketDisplay: 'separate',
  ticketHeaderColor: { pc: '#5b2a66', sp: '#4a2057' },
  gatagKey: { url: 'GTM-NNP0002' },
  methods: ['gmo', 'stripe_secure', 'free'],
};
