import type { PaymentKeys, SiteCode, SiteSettings } from '#src/domain/site.ts';

type Differences = Partial<SiteSettings> & Pick<SiteSettings, 'code' | 'title'>;

const logoOf = (code: SiteCode): SiteSettings['logo'] => ({
  header: {
    white: `/sites/${code}/header-white.svg`,
    black: `/sites/${code}/header-black.svg`,
    width: 180,
    height: 30,
  },
  print: { src: `/sites/${code}/print.svg`, height: 85 },
  onPc: true,
  onSp: true,
});

/** Keys the payment sandbox knows; a venue's own keys for production stand in its site's file. */
const sandboxKeys: PaymentKeys = {
  stripe: 'pk_test_sandbox',
  gmoShop: 'tshop00000001',
  softbankMerchant: '30132',
  softbankService: '103',
  recaptcha: '',
};
const noKeys: PaymentKeys = { stripe: '', gmoShop: '', softbankMerchant: '', softbankService: '', recaptcha: '' };

/** In: what differs from the usual site. Out: all its settings (SPEC §1 "Per-site settings"). */
export const site = (differences: Differences): SiteSettings => ({
  logo: logoOf(differences.code),
  isShowTeamLabBrand: true,
  mailConfirm: false,
  isOnlyStartMailConfirm: false,
  ticketHelp: true,
  ticketDisplay: 'fusion',
  ticketHeaderColor: { pc: '#111111', sp: '#111111' },
  gatagKey: { url: '' },
  paymentKeys: { development: sandboxKeys, staging: sandboxKeys, production: noKeys },
  methods: ['stripe_secure', 'free'],
  goToTicketButton: true,
  recaptcha: false,
  ...differences,
});
