import type { FingerprintScript } from '#src/scripts/fingerprint.ts';
import { pageSettings } from './page-settings.ts';

/** Settings of the site and the server for the providers' scripts. */
export type PaymentSettings = {
  stripeKey: string;
  /** GMO's shop id; test shops begin with tshop. */
  gmoShop: string;
  /** Merchant and service id at SB Payment Service, and whether to use the production hosts or those for tests. */
  softbank: { merchant: string; service: string; isLive: boolean };
  /** The site's device-fingerprint script; null if it has none. */
  fingerprint: FingerprintScript | null;
  /** Origin of the sandbox whose scripts replace the provider's; '' with a real provider. */
  sandboxUrl: string;
};

/** The payment settings of the page. Throws Failure. */
export const paymentSettings = async (): Promise<PaymentSettings> => {
  const { site, environment, configurations } = await pageSettings();
  const { stripe: stripeKey, gmoShop, softbankMerchant, softbankService } = site.paymentKeys[environment];
  const url = site.fingerprint?.url[environment];
  return {
    stripeKey,
    gmoShop,
    softbank: { merchant: softbankMerchant, service: softbankService, isLive: environment === 'production' },
    fingerprint: site.fingerprint && url ? { ...site.fingerprint, url } : null,
    sandboxUrl: configurations.sandbox_url,
  };
};
