import { demoShop, demoSoftbank, demoStripeKey, demoWebhookSecret } from '#server/payments/providers/options.ts';
import { demoBotSecrets } from '#server/web/http/bot-check.ts';
import { sandboxKeys } from '#src/domain/site-settings.ts';

/** Secrets that are public in this repository: the sandbox's, and those that tests and tools start a shop with. */
const printed: ReadonlySet<string> = new Set([
  ...Object.values(demoBotSecrets),
  demoShop.pass,
  demoSoftbank.hashKey,
  demoStripeKey,
  demoWebhookSecret,
  'whsec_test',
  'whsec_of_the_crash',
  'a secret of the tests, long enough',
  'a secret of the bench, long enough',
  'a secret of the crash, long enough',
]);

export const printedProblem = "printed in this shop's source, so anybody knows it; set one of your own";

/** Whether a secret is public in this repository, so that it protects nothing; keys in examples count up in hex. */
export const isPrinted = (secret: string): boolean => printed.has(secret) || secret.startsWith('0123456789abcdef');

const sandboxPublic: ReadonlySet<string> = new Set(Object.values(sandboxKeys));

/** Whether a public key is one of the payment sandbox, which makes no charges. */
export const isSandboxKey = (key: string): boolean => sandboxPublic.has(key);
