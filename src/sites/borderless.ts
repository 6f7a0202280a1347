import type { Site } from './defaults.ts';

/** A digital art museum; the default site. */
export const borderless: Site = {
  code: 'borderless',
  title: {
    ja: 'デジタルアートミュージアム チケットストア',
    en: 'Digital Art Museum Ticket Shop',
    'zh-hans': '数字艺术博物馆 在线购票',
    kr: '디지털 아트 뮤지엄 티켓 스토어',
    'zh-hant': '數位藝術博物館 線上購票',
  },
  logo: {
    header: {
      white: '/sites/borderless/header-white.svg',
      black: '/sites/borderless/header-black.svg',
      width: 125,
      height: 30,
    },
    print: { src: '/sites/borderless/print.svg', height: 60 },
    onPc: true,
    onSp: true,
  },
};
