import type { PaymentKeys } from '#src/domain/site.ts';

/** Keys of the payment sandbox, which sites without keys use outside production. */
export const sandboxKeys: PaymentKeys = {
  stripe: 'pk_test_sandbox',
  gmoShop: 'tshop00000001',
  softbankMerchant: '30132',
  softbankService: '103',
  recaptcha: 'recaptcha_site_key_of_the_sandbox',
};
