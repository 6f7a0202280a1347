import type { PaymentKeys, SiteSettings } from '#src/domain/site.ts';

/** One site's file: its required settings, and those that differ from the defaults. */
export type Site = Partial<SiteSettings> & Pick<SiteSettings, 'code' | 'title' | 'logo'>;

/** Keys of the payment sandbox; a venue's production keys are in its site's file. */
export const sandboxKeys: PaymentKeys = {
  stripe: 'pk_test_sandbox',
  gmoShop: 'tshop00000001',
  softbankMerchant: '30132',
  softbankService: '103',
  recaptcha: 'recaptcha_site_key_of_the_sandbox',
};
const noKeys: PaymentKeys = { stripe: '', gmoShop: '', softbankMerchant: '', softbankService: '', recaptcha: '' };

/** All settings of a site, with defaults (docs/product.md#site-settings). */
export const withDefaults = (site: Site): SiteSettings => ({
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
  fingerprint: null,
  ...site,
});
