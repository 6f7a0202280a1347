import type { Site } from './defaults.ts';

/** Light shows in a plum garden; tickets are sent to a confirmed mail address. */
export const kairakuen: Site = {
  code: 'kairakuen',
  title: {
    ja: '偕楽園 光の夜 チケットストア',
    en: 'Kairakuen Nights of Light Ticket Shop',
    'zh-hans': '偕乐园 光之夜 在线购票',
    kr: '가이라쿠엔 빛의 밤 티켓 스토어',
    'zh-hant': '偕樂園 光之夜 線上購票',
  },
  logo: {
    header: {
      white: '/sites/kairakuen/header-white.svg',
      black: '/sites/kairakuen/header-black.svg',
      width: 136,
      height: 30,
      variant: 'white',
    },
    print: { src: '/sites/kairakuen/print.svg', height: 60 },
    onPc: true,
    onSp: true,
  },
  mailConfirm: true,
  ticketHeaderColor: { pc: '#8a1f78', sp: '#741a65' },
  gatagKey: { url: 'GTM-KAIRA01' },
  methods: ['stripe_secure', 'gmo', 'free'],
  goToTicketButton: false,
};
