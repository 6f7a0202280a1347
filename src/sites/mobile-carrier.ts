import type { Site } from './defaults.ts';

/** Discounted admissions for the members of a mobile carrier. */
export const mobileCarrier: Site = {
  code: 'mobile-carrier',
  title: {
    ja: 'モバイル会員 優待チケットストア',
    en: 'Mobile Members’ Ticket Shop',
    'zh-hans': '移动会员 优惠购票',
    kr: '모바일 회원 우대 티켓 스토어',
    'zh-hant': '行動會員 優惠購票',
  },
  logo: {
    header: {
      white: '/sites/mobile-carrier/header-white.svg',
      black: '/sites/mobile-carrier/header-black.svg',
      width: 87,
      height: 16,
      variant: 'black',
    },
    print: { src: '/sites/mobile-carrier/print.svg', height: 60 },
    onPc: false,
    onSp: true,
  },
  isShowTeamLabBrand: false,
  ticketHeaderColor: { pc: '#6f5200', sp: '#5e4500' },
  gatagKey: { url: 'GTM-MBC0001' },
  methods: ['softbank_credit', 'softbank_paypay', 'free'],
};
