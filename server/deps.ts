import type { Method } from '#src/domain/payment.ts';
import type { Environment, SiteCode } from '#src/domain/site.ts';
import type { BotCheck } from './bot-check.ts';
import type { DiskWatch } from './db/disk.ts';
import type { Db } from './db/open.ts';
import type { HoldLimits } from './domain/hold-settings.ts';
import type { TakeSeats } from './domain/stock.ts';
import type { Vault } from './domain/tokens.ts';
import type { Proxies } from './http/address.ts';
import type { AdmissionQueue } from './http/admission.ts';
import type { Log } from './http/log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Adapters } from './payments/adapter.ts';
import type { CanTake } from './preflight/preflight.ts';
import type { RetentionRules } from './retention/env.ts';
import type { ErasureLog } from './retention/erasures.ts';
import type { Wallets } from './wallets/wallets.ts';

/** Everything the server works with; `serve.ts` fills in what a caller leaves out. */
export type Deps = {
  db: Db;
  /** For requests that only read: connections of their own, which writers that wait for a lock do not take. */
  reads: Db;
  /** The space under the embedded database. */
  disk: DiskWatch;
  vault: Vault;
  payments: Adapters;
  botCheck: BotCheck;
  wallets: Wallets;
  log: Log;
  env: Environment;
  /** The sites that are sold here; the others are not found. */
  sites: ReadonlySet<SiteCode>;
  canTake: CanTake;
  /** Origin under which visitors reach the shop; null takes it from each request, in development only. */
  publicUrl: string | null;
  /** Origin of the sandbox's browser side; null with real providers. */
  sandboxUrl: string | null;
  /** Folder of the built app. */
  clientFolder: string;
  takeSeats: TakeSeats;
  /** The methods that a site takes; those of its file unless given. */
  takenMethods?: (site: SiteCode) => Promise<readonly Method[]>;
  holdLimits: HoldLimits;
  /** Whom to believe about where a request came from. */
  proxies: Proxies;
  admission: AdmissionQueue;
  metrics: Metrics;
  /** How long personal data is stored. */
  retention: RetentionRules;
  /** The record of erasures outside of the database. */
  erasures: ErasureLog;
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
