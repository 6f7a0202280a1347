import type { Site } from './defaults.ts';

/** An exhibition of painted picture scrolls. */
export const nishinipponExhibition01: Site = {
  code: 'nishinippon-exhibition01',
  title: {
    ja: '絵巻展「ひらく物語」 チケットストア',
    en: 'Stories Unrolled: Painted Picture Scrolls – Ticket Shop',
    'zh-hans': '绘卷展“展开的故事” 在线购票',
    kr: '두루마리 그림전 ‘펼쳐지는 이야기’ 티켓 스토어',
    'zh-hant': '繪卷展「展開的故事」 線上購票',
  },
  logo: {
    header: {
      white: '/sites/nishinippon-exhibition01/header-white.svg',
      black: '/sites/nishinippon-exhibition01/header-black.svg',
      width: 86,
      height: 16,
    },
    print: { src: '/sites/nishinippon-exhibition01/print.svg', height: 85 },
    onPc: true,
    onSp: false,
  },
  isShowTeamLabBrand: false,
  ticketHelp: false,
  ticketHeaderColor: { pc: '#96380f', sp: '#96380f' },
  gatagKey: { url: 'GTM-NNP0003' },
  methods: ['stripe_secure', 'gmo_paypay', 'free'],
};
