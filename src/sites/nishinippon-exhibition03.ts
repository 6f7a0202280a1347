import type { Site } from './defaults.ts';

/** An exhibition of film costumes. */
export const nishinipponExhibition03: Site = {
  code: 'nishinippon-exhibition03',
  title: {
    ja: '映画衣装展「まとう時代」 チケットストア',
    en: 'Dressed for the Screen: Film Costumes – Ticket Shop',
    'zh-hans': '电影服装展“穿上时代” 在线购票',
    kr: '영화 의상전 ‘시대를 입다’ 티켓 스토어',
    'zh-hant': '電影服裝展「穿上時代」 線上購票',
  },
  logo: {
    header: {
      white: '/sites/nishinippon-exhibition03/header-white.svg',
      black: '/sites/nishinippon-exhibition03/header-black.svg',
      width: 103,
      height: 16,
    },
    print: { src: '/sites/nishinippon-exhibition03/print.svg', height: 60 },
    onPc: true,
    onSp: true,
  },
  isShowTeamLabBrand: false,
  ticketDisplay: 'separate',
  ticketHeaderColor: { pc: '#8c1440', sp: '#701034' },
  gatagKey: { url: 'GTM-NNP0005' },
  goToTicketButton: false,
};
