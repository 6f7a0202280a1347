import type { Site } from './defaults.ts';

/** An exhibition of dinosaur fossils, for families. */
export const nishinipponExhibition02: Site = {
  code: 'nishinippon-exhibition02',
  title: {
    ja: '恐竜化石展「ほねの大陸」 チケットストア',
    en: 'Continent of Bones: Dinosaur Fossils – Ticket Shop',
    'zh-hans': '恐龙化石展“骨之大陆” 在线购票',
    kr: '공룡 화석전 ‘뼈의 대륙’ 티켓 스토어',
    'zh-hant': '恐龍化石展「骨之大陸」 線上購票',
  },
  logo: {
    header: {
      white: '/sites/nishinippon-exhibition02/header-white.svg',
      black: '/sites/nishinippon-exhibition02/header-black.svg',
      width: 102,
      height: 30,
    },
    print: { src: '/sites/nishinippon-exhibition02/print.svg', height: 85 },
    onPc: true,
    onSp: true,
  },
  isShowTeamLabBrand: false,
  ticketHeaderColor: { pc: '#2f6418', sp: '#3b6e14' },
  methods: ['stripe', 'free'],
};
