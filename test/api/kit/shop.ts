import { join } from 'node:path';
import type { Clock } from '@ticket-store/sandbox/clock.ts';
import { type RunningSandbox, startSandbox } from '@ticket-store/sandbox/main.ts';
import * as v from 'valibot';
import { afterAll } from 'vitest';
import { createRecent } from '#server/core/recent.ts';
import { createLanes, laneWidth } from '#server/db/lanes.ts';
import type { Db, OpenDatabase } from '#server/db/open.ts';
import { readSettings } from '#server/env.ts';
import type { OpsDeps } from '#server/operators/commands/deps.ts';
import { createMetrics } from '#server/operators/metrics/metrics.ts';
import type { MetricsDeps } from '#server/operators/metrics/open.ts';
import type { ErasureLog } from '#server/operators/retention/erasures.ts';
import { holdLimitsOf } from '#server/orders/holds/hold-settings.ts';
import { createWaitingRoom } from '#server/orders/waiting-room/waiting-room.ts';
import { createAdapters } from '#server/payments/providers/adapters.ts';
import { demoSoftbankOf } from '#server/payments/providers/options.ts';
import type { SoftbankOptions } from '#server/payments/providers/softbank/client.ts';
import type { StripeOptions } from '#server/payments/providers/stripe/client.ts';
import { createServer, type ServerDeps } from '#server/serve.ts';
import { type Bounds, bounds, createAdmissionQueue } from '#server/shared/admission-queue/admission-queue.ts';
import { type RetentionRules, retentionOf } from '#server/shared/retention-rules.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import { createTokenService, type TokenService } from '#server/shared/tokens/tokens.ts';
import { sweepJobs } from '#server/sweep.ts';
import { noProxies, type Proxies } from '#server/web/http/address.ts';
import { openBotCheck } from '#server/web/http/bot-check.ts';
import { createRefuse } from '#server/web/http/frame.ts';
import { listen, type RequestHandler, type timeouts } from '#server/web/http/listen.ts';
import { refusePlainly } from '#server/web/http/refuse.ts';
import { noWallets, type Wallets } from '#server/web/wallets/wallets.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { type Method, methods } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { exampleSites } from '#test/tools/example-sites.ts';
import { type Answer, type ContractCall, createCall, type Send, sendWithKeys } from './call.ts';
import { openTestDatabase } from './database.ts';

/** Opens something for all tests of a file, and closes it after them, the newest first. */
export const forFile = async <T extends { close: () => unknown }>(opening: T | Promise<T>): Promise<T> => {
  const opened = await opening;
  afterAll(async () => void (await opened.close()));
  return opened;
};

type Deps = ServerDeps & OpsDeps & MetricsDeps & { embedded: boolean };

export type Logged = { level: string; event: string; facts: Record<string, unknown> };

export type Shop = {
  url: string;
  db: Db;
  deps: Deps;
  sandbox: RunningSandbox;
  logged: Logged[];
  /** Runs each periodic job once. */
  sweep: () => Promise<void>;
  send: Send;
  /** The same, but throws unless the response is 200 with a reply of the contract's shape. */
  call: ContractCall;
  close: () => Promise<void>;
};

/** Runs each periodic job once, one after the other. */
export const sweepOnce = async (deps: Deps): Promise<void> => {
  for (const job of sweepJobs(deps)) await job();
};

/** Limits that a slow machine does not reach. */
const roomy: Bounds = {
  ...bounds,
  perClient: bounds.atOnce,
  waiting: { purchase: 10_000, payment: 10_000, ticket: 10_000, verify: 10_000, catalogue: 10_000, order: 10_000 },
  maxWait: 60_000,
};

/** A record of erasures in memory. */
const memoryErasures = (): ErasureLog => {
  const rows: ReturnType<ErasureLog['read']> = [];
  return { read: () => [...rows], append: (more) => void rows.push(...more) };
};

/** Starts a whole shop for one test: database, payment sandbox with webhooks, server; nothing is shared. */
export const startShop = async (
  options: {
    clientFolder?: string;
    secretsFolder?: string;
    timeout?: number;
    env?: Deps['env'];
    /** Required outside development; by default the address on which this shop listens. */
    publicUrl?: string;
    /** All sites of the demo by default. */
    sites?: Sites;
    allowedScripts?: Deps['allowedScripts'];
    canTake?: Deps['canTake'];
    wallets?: Wallets;
    /** Closed with the shop; a new one by default. */
    database?: OpenDatabase;
    /** No limit by default, because all of a test's visitors have one address. */
    seatsPerAddress?: number;
    proxies?: Proxies;
    bounds?: Bounds;
    retention?: Partial<RetentionRules>;
    erasures?: ErasureLog;
    timeouts?: typeof timeouts;
    tokens?: TokenService;
    /** Other accounts of Stripe than the sandbox's, and where they are. */
    stripe?: Pick<StripeOptions, 'accounts' | 'apiBase'>;
    /** Other contracts with SB Payment Service than the sandbox's. */
    softbank?: Pick<SoftbankOptions, 'shops'>;
    /** Longest age of a shared reply, ms; by default none is stored, since tests change rows directly. */
    recentFor?: number;
    /** How long pages show the same next days, ms. */
    arrivalsFor?: number;
    /** The providers' clock; the machine's by default. */
    clock?: Clock;
    /** Methods that every site accepts; by default those of its site file. */
    methods?: readonly Method[];
  } = {},
): Promise<Shop> => {
  const database = options.database ?? (await openTestDatabase());
  let answer: RequestHandler = () => new Response(null, { status: 503 });
  let refuse = refusePlainly;
  const listening = await listen((...args) => answer(...args), 0, '127.0.0.1', {
    ...options.timeouts,
    refuse: (...args) => refuse(...args),
  });
  const url = `http://127.0.0.1:${listening.port}`;
  const webhookSecret = 'whsec_test';
  const webhooks = `${url}${apiPrefix}/webhooks`;
  const notices = { webhookSecret, webhookUrl: `${webhooks}/stripe`, gmoNoticeUrl: `${webhooks}/gmo` };
  const sandbox = await startSandbox({ port: 0, ...notices, ...(options.clock && { clock: options.clock }) });
  const logged: Logged[] = [];
  const log: Deps['log'] = (level, event, facts = {}) => logged.push({ level, event, facts });
  const timeout = options.timeout ?? 5_000;
  const env = options.env ?? 'development';
  const own = options.sites ?? exampleSites();
  const { methods } = options;
  const sites = methods ? { ...own, settingsOf: (code: SiteCode) => ({ ...own.settingsOf(code), methods }) } : own;
  const admissionQueue = createAdmissionQueue(options.bounds ?? roomy);
  const deps: Deps = {
    lanes: createLanes(laneWidth, admissionQueue.outside),
    lookUps: new Map(),
    db: database.db,
    reads: database.reads,
    disk: database.disk,
    embedded: database.embedded,
    log,
    tokens: options.tokens ?? createTokenService({ secrets: ['a secret of the tests, long enough'] }),
    env,
    sites,
    allowedScripts: options.allowedScripts ?? {},
    canTake: options.canTake ?? (() => true),
    unlimited: (work) => work(database.db),
    publicUrl: options.publicUrl ?? (env === 'development' ? null : url),
    sandboxUrl: sandbox.url,
    wallets: options.wallets ?? noWallets,
    clientFolder: options.clientFolder ?? join('/', 'nowhere'),
    secretsFolder: options.secretsFolder,
    holdLimits: { ...holdLimitsOf(readSettings({}).env), seats: options.seatsPerAddress ?? 0 },
    proxies: options.proxies ?? noProxies,
    hstsSubdomains: false,
    admissionQueue,
    arrivals: createRecent(options.arrivalsFor ?? 0),
    recent: createRecent(options.recentFor ?? 0),
    waitingRoom: createWaitingRoom({ db: database.db, sites }, options.recentFor ?? 0),
    metrics: createMetrics(),
    retention: { ...retentionOf(readSettings({}).env), ...options.retention },
    erasures: options.erasures ?? memoryErasures(),
    life: { isEnding: false },
    botCheck: openBotCheck({ APP_ENV: env, RECAPTCHA_MIN_SCORE: 0.5 }, sandbox.url, log, sites, timeout),
    payments: createAdapters({
      stripe: {
        accounts: { default: { account: 'default', secretKey: 'sk_test_sandbox', webhookSecret } },
        apiBase: sandbox.url,
        timeout,
        log,
        ...options.stripe,
      },
      gmo: {
        baseUrl: `${sandbox.url}/payment`,
        shops: { default: { id: 'tshop00000001', pass: 'sandbox00' } },
        timeout,
        log,
      },
      softbank: { ...demoSoftbankOf(sandbox.url, sandbox.url, timeout, log), ...options.softbank },
    }),
  };
  answer = createServer(deps).fetch;
  refuse = createRefuse(deps);
  listening.onConnection(deps.admissionQueue.connected);

  const send = sendWithKeys(url);
  return {
    url,
    db: database.db,
    deps,
    sandbox,
    logged,
    sweep: () => sweepOnce(deps),
    send,
    call: createCall(send),
    close: async () => {
      await listening.close();
      await sandbox.close();
      await database.close();
    },
  };
};

/** As `startShop`, with a first site that accepts every method, for any amount. */
export const startWholeShop = async (options: Parameters<typeof startShop>[0] = {}): Promise<Shop> => {
  const shop = await startShop({ methods, ...options });
  const words = JSON.stringify({ en: { name: 'Any', note: '' } });
  for (const [position, id] of methods.entries())
    await shop.db
      .insertInto('payment_methods')
      .values({ site: 'borderless', id, position, min_amount: 0, words })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return shop;
};

const ProblemSchema = v.object({
  type: v.literal('about:blank'),
  title: v.string(),
  status: v.number(),
  code: v.string(),
  detail: v.optional(v.string()),
  reason: v.optional(v.string()),
  retry_after: v.optional(v.number()),
  request_id: v.optional(v.string()),
  errors: v.optional(v.array(v.object({ pointer: v.string(), detail: v.string() }))),
});

/** The problem document of a response and the fields it names. Throws if it is none, or states another status. */
export const problemOf = ({ status, headers, text }: Answer) => {
  if (!headers.get('content-type')?.startsWith('application/problem+json')) throw new Error(`${status} ${text}`);
  const problem = v.parse(ProblemSchema, JSON.parse(text));
  if (problem.status !== status) throw new Error(`Status ${status} with a document of ${problem.status}.`);
  return { ...problem, fields: (problem.errors ?? []).map(({ pointer }) => pointer.replace(/^#\/?/, '')) };
};
