import type { FingerprintScript } from '#src/scripts/fingerprint.ts';

/** What outside scripts need of site and server. */
export type PaymentSettings = {
  stripeKey: string;
  /** GMO's shop id; test shops begin with tshop. */
  gmoShop: string;
  /** Merchant and service id at SB Payment Service, and whether their real pages are meant or those for tests. */
  softbank: { merchant: string; service: string; isLive: boolean };
  /** Site key of the bot check; '' where orders go without. */
  recaptcha: string;
  /** The site's device-fingerprint script; null where it has none. */
  fingerprint: FingerprintScript | null;
  /** Origin of the sandbox whose scripts stand in for the provider's; '' with a real provider. */
  sandboxUrl: string;
};

let resolve: (settings: PaymentSettings) => void;
const promise = new Promise<PaymentSettings>((settle) => {
  resolve = settle;
});

/** Tells keys and script origins, once the app knows them; the payment code itself comes with the payment screen. */
export const openDesk = (told: PaymentSettings): void => resolve(told);

/** Keys and script origins; whoever asks early waits. */
export const deskSettings = (): Promise<PaymentSettings> => promise;
