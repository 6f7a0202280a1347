import { randomBytes } from 'node:crypto';
import type { PaymentKeys, SiteCode } from '#src/domain/site.ts';

const hooks = new URL('site-keys.mjs', import.meta.url).href;
const random = (bytes: number): string => randomBytes(bytes).toString('hex');

/** Public keys by site, as a venue writes them into its site files. */
export type SiteKeys = Partial<Record<SiteCode, Partial<PaymentKeys>>>;

/** The environment that replaces the keys in a started server's site files. */
export const siteKeys = (keys: SiteKeys): Record<string, string> => ({
  NODE_OPTIONS: `--import=${hooks}`,
  SITE_KEYS: JSON.stringify(keys),
});

/** Random values, so that no secret that looks real is in the source. */
export const fresh = {
  stripe: (kind: 'sk_live' | 'pk_live' | 'sk_test' | 'pk_test' | 'whsec') => `${kind}_${random(16)}`,
  gmo: () => ({ id: '9101234567890', pass: random(5) }),
  softbank: () => ({ merchant: '70352', service: '001', hashKey: random(20) }),
  recaptcha: () => `6L${random(19)}`,
  secret: () => random(24),
};

/** One secret for all starts, because several of them use one database. */
export const secret = fresh.secret();

/** Settings of a shop that may sell: one site, cards by Stripe. */
export const liveSettings = (): Record<string, string> => ({
  APP_ENV: 'production',
  SITES: 'borderless',
  PUBLIC_URL: 'https://tickets.shop.example',
  STRIPE_SECRET_KEY: fresh.stripe('sk_live'),
  STRIPE_WEBHOOK_SECRET: fresh.stripe('whsec'),
  TICKET_SECRET: secret,
  SMTP_URL: 'smtps://shop:post@mail.shop.example',
  MAIL_FROM: 'tickets@shop.example',
  ...siteKeys({ borderless: { stripe: fresh.stripe('pk_live') } }),
});
