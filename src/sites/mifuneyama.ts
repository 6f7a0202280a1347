import type { Site } from './defaults.ts';

/** Light in a garden at the foot of a mountain, with hot springs. */
export const mifuneyama: Site = {
  code: 'mifuneyama',
  title: {
    ja: '御船山 湯と光の庭 チケットストア',
    en: 'Mifuneyama Springs and Garden of Light Ticket Shop',
    'zh-hans': '御船山 温泉与光之庭园 在线购票',
    kr: '미후네야마 온천과 빛의 정원 티켓 스토어',
    'zh-hant': '御船山 溫泉與光之庭園 線上購票',
  },
  logo: {
    header: {
      white: '/sites/mifuneyama/header-white.svg',
      black: '/sites/mifuneyama/header-black.svg',
      width: 114,
      height: 30,
    },
    print: { src: '/sites/mifuneyama/print.svg', height: 85 },
    onPc: true,
    onSp: true,
  },
  ticketHelp: false,
  ticketHeaderColor: { pc: '#a3201f', sp: '#8a1b1a' },
};
