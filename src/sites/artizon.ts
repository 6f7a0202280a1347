import type { PaymentKeys } from '#src/domain/site.ts';
import type { Site } from './defaults.ts';

/** The museum has its own shop account at GMO. */
const testKeys: PaymentKeys = {
  stripe: 'pk_test_sandbox',
  gmoShop: 'tshop00000014',
  softbankMerchant: '',
  softbankService: '',
  recaptcha: '',
};

/** A museum of modern painting; each visitor shows their own ticket. */
export const artizon: Site = {
  code: 'artizon',
  title: {
    ja: '近代絵画の美術館 チケットストア',
    en: 'Museum of Modern Painting Ticket Shop',
    'zh-hans': '近代绘画美术馆 在线购票',
    kr: '근대 회화 미술관 티켓 스토어',
    'zh-hant': '近代繪畫美術館 線上購票',
  },
  logo: {
    header: {
      white: '/sites/artizon/header-white.svg',
      black: '/sites/artizon/header-black.svg',
      width: 96,
      height: 16,
    },
    print: { src: '/sites/artizon/print.svg', height: 60 },
    onPc: true,
    // The logo is too fine to be legible on a phone.
    onSp: false,
  },
  isShowTeamLabBrand: false,
  ticketDisplay: 'separate',
  ticketHeaderColor: { pc: '#56581a', sp: '#484a16' },
  paymentKeys: {
    development: testKeys,
    staging: testKeys,
    production: { stripe: '', gmoShop: '', softbankMerchant: '', softbankService: '', recaptcha: '' },
  },
  methods: ['stripe_secure', 'gmo', 'gmo_paypay', 'free'],
};
