import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentKeys, SiteCode } from '#src/domain/site.ts';
import { exampleFolder } from '#src/sites/folder.ts';

const random = (bytes: number): string => randomBytes(bytes).toString('hex');

const made: string[] = [];
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/**
 * The environment of a server whose sites have these public keys, and no others: a folder with those of the repository, deleted when
 * the process ends.
 */
export const siteKeys = (keys: Readonly<Record<SiteCode, Partial<PaymentKeys>>>): Record<string, string> => {
  const folder = mkdtempSync(join(tmpdir(), 'sites-'));
  made.push(folder);
  for (const [site, own] of Object.entries(keys)) {
    cpSync(join(exampleFolder, site), join(folder, site), { recursive: true });
    const file = join(folder, site, 'site.json');
    const paymentKeys = { development: own, staging: own, production: own };
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), paymentKeys }));
  }
  return { SITES_DIR: folder };
};

/** Random values, so that no secret that looks real is in the source. */
export const fresh = {
  stripe: (kind: 'sk_live' | 'pk_live' | 'sk_test' | 'pk_test' | 'whsec') => `${kind}_${random(16)}`,
  gmo: () => ({ id: '9101234567890', pass: random(5) }),
  softbank: () => ({ merchant: '70352', service: '001', hashKey: random(20) }),
  recaptcha: () => `6L${random(19)}`,
  secret: () => random(24),
};

/** All starts have the same secret, because several of them use one database. */
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
