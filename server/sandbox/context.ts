import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Idempotency } from './idempotency.ts';
import type { Ledger } from './ledger.ts';
import type { Webhooks } from './webhooks.ts';

/** What every part of one running sandbox shares. */
export type SandboxContext = {
  ledger: Ledger;
  clock: Clock;
  faults: Faults;
  idempotency: Idempotency;
  webhooks: Webhooks;
  keys: { secret: string; publishable: string };
  /** The sandbox's address for browsers, ending in a slash. */
  base(): string;
};
