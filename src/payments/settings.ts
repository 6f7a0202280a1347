import { pageSettings } from './page-settings.ts';

/** Settings of the page's site and server for the providers' scripts. Throws Failure. */
export const paymentSettings = async () => {
  const { site, environment, configurations } = await pageSettings();
  const { stripe: stripeKey, gmoShop, softbankMerchant, softbankService } = site.paymentKeys[environment];
  const url = site.fingerprint?.url[environment];
  return {
    stripeKey,
    /** GMO's shop id; test shops begin with tshop. */
    gmoShop,
    /** `isLive`: the production hosts of SB Payment Service, otherwise those for tests. */
    softbank: { merchant: softbankMerchant, service: softbankService, isLive: environment === 'production' },
    /** The site's device-fingerprint script; null if it has none. */
    fingerprint: site.fingerprint && url ? { ...site.fingerprint, url } : null,
    /** Origin of the sandbox whose scripts replace the provider's; '' with a real provider. */
    sandboxUrl: configurations.sandbox_url,
  };
};
export type PaymentSettings = Awaited<ReturnType<typeof paymentSettings>>;
