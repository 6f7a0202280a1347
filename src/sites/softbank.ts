import type { Site } from './defaults.ts';

/** A digital playground and a viewing hall in a shopping complex. */
export const softbank: Site = {
  code: 'softbank',
  title: {
    ja: 'デジタルパーク＆ビューイングホール チケットストア',
    en: 'Digital Park & Viewing Hall Ticket Shop',
    'zh-hans': '数字乐园与观赛大厅 在线购票',
    kr: '디지털 파크 & 뷰잉 홀 티켓 스토어',
    'zh-hant': '數位樂園與觀賽大廳 線上購票',
  },
  logo: {
    header: {
      white: '/sites/softbank/header-white.svg',
      black: '/sites/softbank/header-black.svg',
      width: 80,
      height: 16,
      variant: 'white',
    },
    print: { src: '/sites/softbank/print.svg', height: 60 },
    onPc: true,
    onSp: true,
  },
  isShowTeamLabBrand: false,
  ticketHeaderColor: { pc: '#4a3aa8', sp: '#3e3190' },
  gatagKey: { url: 'GTM-PARKH01' },
  methods: ['softbank_credit', 'softbank_paypay', 'softbank_alipay', 'free'],
  // The names are those of iovation, whose test script is public; the address for production comes with a contract.
  fingerprint: {
    url: {
      development: 'https://ci-mpsnare.iovation.com/snare.js',
      staging: 'https://ci-mpsnare.iovation.com/snare.js',
      production: '',
    },
    callback: 'io_bb_callback',
    globals: { io_install_stm: false, io_install_flash: false, io_enable_rip: true, io_max_wait: 5000 },
  },
};
