import type { Site } from './defaults.ts';

/** A series of evening concerts, sold by invitation: purchases begin with a mailed link. */
export const nishinipponEvent01: Site = {
  code: 'nishinippon-event01',
  title: {
    ja: '夕風コンサート チケットストア',
    en: 'Evening Breeze Concerts Ticket Shop',
    'zh-hans': '晚风音乐会 在线购票',
    kr: '저녁바람 콘서트 티켓 스토어',
    'zh-hant': '晚風音樂會 線上購票',
  },
  logo: {
    header: {
      white: '/sites/nishinippon-event01/header-white.svg',
      black: '/sites/nishinippon-event01/header-black.svg',
      width: 110,
      height: 30,
      variant: 'white',
    },
    print: { src: '/sites/nishinippon-event01/print.svg', height: 60 },
    onPc: true,
    onSp: true,
  },
  isShowTeamLabBrand: false,
  mailConfirm: true,
  isOnlyStartMailConfirm: true,
  methods: ['stripe_secure', 'gmo_paypay', 'free'],
  ticketHeaderColor: { pc: '#263b8f', sp: '#1d2f73' },
};
