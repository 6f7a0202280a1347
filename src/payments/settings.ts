import type { FingerprintScript } from '#src/scripts/fingerprint.ts';

/** Settings of the site and the server for external scripts. */
export type PaymentSettings = {
  stripeKey: string;
  /** GMO's shop id; test shops begin with tshop. */
  gmoShop: string;
  /** Merchant and service id at SB Payment Service, and whether to use the production hosts or those for tests. */
  softbank: { merchant: string; service: string; isLive: boolean };
  /** Site key of the bot check; '' if orders are sent without one. */
  recaptcha: string;
  /** The site's device-fingerprint script; null if it has none. */
  fingerprint: FingerprintScript | null;
  /** Origin of the sandbox whose scripts replace the provider's; '' with a real provider. */
  sandboxUrl: string;
};

let resolve: (settings: PaymentSettings) => void;
const promise = new Promise<PaymentSettings>((settle) => {
  resolve = settle;
});

/** Provides the settings once the app knows them; the payment code itself is loaded with the payment screen. */
export const openPaymentSession = (settings: PaymentSettings): void => resolve(settings);

/** The settings; waits until they are provided. */
export const paymentSettings = (): Promise<PaymentSettings> => promise;
