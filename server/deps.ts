import type { Method } from '#src/domain/payment.ts';
import type { Environment, SiteCode } from '#src/domain/site.ts';
import type { BotCheck } from './bot-check.ts';
import type { Db } from './db/open.ts';
import type { TakeSeats } from './domain/stock.ts';
import type { Vault } from './domain/tokens.ts';
import type { Proxies } from './http/address.ts';
import type { Gate } from './http/admission.ts';
import type { Log } from './http/log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Adapters } from './payments/adapter.ts';
import type { Wallets } from './wallets/wallets.ts';

/** Everything the server works with; `serve.ts` fills in what a caller leaves out. */
export type Deps = {
  db: Db;
  vault: Vault;
  payments: Adapters;
  botCheck: BotCheck;
  wallets: Wallets;
  log: Log;
  env: Environment;
  /** Origin under which visitors reach the shop; null takes it from each request. */
  publicUrl: string | null;
  /** Origin of the sandbox's browser side; null with real providers. */
  sandboxUrl: string | null;
  /** Folder of the built app. */
  clientFolder: string;
  takeSeats: TakeSeats;
  /** The methods that a site takes; those of its file unless given. */
  takenMethods?: (site: SiteCode) => Promise<readonly Method[]>;
  /** Seats of one timespan that may be held, not paid yet, from one address; 0 is any number. */
  seatsPerAddress: number;
  /** Whom to believe about where a request came from. */
  proxies: Proxies;
  gate: Gate;
  metrics: Metrics;
  /** `isEnding` once the process was told to stop. */
  life: { isEnding: boolean };
};

/** What a request is about, beside its input. */
export type Place = {
  site: SiteCode;
  /** Origin and base of the site, without a slash at the end: where its hash routes live. */
  base: string;
  /** The same for a request that is asked again with its Idempotency-Key: ids of rows made by a write come from it. */
  effectId: string;
  /** The address it came from, as a hash that only this shop can make: what has a limit counts by it. Null: the venue itself. */
  visitor: string | null;
};
