import type { CanTake } from '#server/payments/methods.ts';
import type { Method } from '#src/domain/payment.ts';
import type { Environment, SiteCode } from '#src/domain/site.ts';
import type { AdmissionQueue } from './admission-queue/admission.ts';
import type { Log } from './core/log.ts';
import type { DiskWatch } from './db/disk.ts';
import type { Db } from './db/open.ts';
import type { HoldLimits } from './holds/hold-settings.ts';
import type { TakeSeats } from './holds/stock.ts';
import type { Proxies } from './http/address.ts';
import type { BotCheck } from './http/bot-check.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Adapters } from './providers/adapter.ts';
import type { RetentionRules } from './retention/env.ts';
import type { ErasureLog } from './retention/erasures.ts';
import type { TokenService } from './tokens/tokens.ts';
import type { Wallets } from './wallets/wallets.ts';

/** Dependencies of the server; `serve.ts` supplies defaults. */
export type Deps = {
  db: Db;
  /** For requests that only read: separate connections, so that writers waiting for locks do not use them up. */
  reads: Db;
  /** Monitors the free space under the embedded database. */
  disk: DiskWatch;
  tokens: TokenService;
  payments: Adapters;
  botCheck: BotCheck;
  wallets: Wallets;
  log: Log;
  env: Environment;
  /** Sites on sale; others are 404. */
  sites: ReadonlySet<SiteCode>;
  canTake: CanTake;
  /** Origin under which visitors reach the shop; null takes it from each request, in development only. */
  publicUrl: string | null;
  /** Origin of the sandbox for browsers; null with real providers. */
  sandboxUrl: string | null;
  /** Folder of the built app. */
  clientFolder: string;
  takeSeats: TakeSeats;
  /** The methods that a site takes; by default those of its file. */
  takenMethods?: (site: SiteCode) => Promise<readonly Method[]>;
  holdLimits: HoldLimits;
  /** Proxies that are trusted to report client addresses. */
  proxies: Proxies;
  admission: AdmissionQueue;
  metrics: Metrics;
  /** How long personal data is stored. */
  retention: RetentionRules;
  /** The log of erasures, which is stored outside of the database. */
  erasures: ErasureLog;
  /** `isEnding`: the process is shutting down. */
  life: { isEnding: boolean };
};

/** The context of a request beside its input. */
export type RequestContext = {
  site: SiteCode;
  /** Origin and base path of the site without a trailing slash; its hash routes are below. */
  base: string;
  /** The same for a retry with the same Idempotency-Key: ids of rows that a write creates derive from it. */
  effectId: string;
  /** Keyed hash of the client's address, by which limits count. Null for the venue's own commands. */
  visitor: string | null;
};
