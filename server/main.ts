import './core/node-guard.mjs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { venueDay } from '#src/domain/dates.ts';
import { every } from './core/every.ts';
import { logFrom } from './core/log.ts';
import { createRecent } from './core/recent.ts';
import { shownText } from './core/shown.ts';
import { type Phase, stopInOrder } from './core/stop.ts';
import { createSummary } from './core/summary.ts';
import { version } from './core/version.ts';
import { startWatchdog } from './core/watchdog.ts';
import { createLanes, laneWidth } from './db/lanes.ts';
import { startDatabase } from './db/start.ts';
import { DatabaseUnavailable, logUnlessUnavailable } from './db/unavailable.ts';
import { demoMethods, demoNumber, seedDemo } from './demo.ts';
import { readSettings } from './env.ts';
import { createMailer } from './mail/mailer.ts';
import { sendMails } from './mail/send.ts';
import { openOpsServer } from './operators/commands/app.ts';
import { createMetrics } from './operators/metrics/metrics.ts';
import { openMetrics } from './operators/metrics/open.ts';
import { createNoteLog, deadEndNotes, scriptNotes } from './operators/preflight/notes.ts';
import { checkCatalogues, checkedSettings, emptySites, openMethods } from './operators/preflight/preflight.ts';
import { fileErasures } from './operators/retention/erasures.ts';
import { runRetention } from './operators/retention/run.ts';
import { holdLimitsOf } from './orders/holds/hold-settings.ts';
import { createWaitingRoom } from './orders/waiting-room/waiting-room.ts';
import { createAdapters } from './payments/providers/adapters.ts';
import { demoWebhookSecret, providersOf, usesSandbox } from './payments/providers/options.ts';
import { openSiteSecrets } from './payments/providers/site-secrets.ts';
import { watchPayments } from './payments/reconcile.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';
import { createServer } from './serve.ts';
import { bounds, createAdmissionQueue } from './shared/admission-queue/admission-queue.ts';
import { openDrawings } from './shared/drawings/drawings.ts';
import { retentionOf } from './shared/retention-rules.ts';
import { siteOptionsOf } from './shared/sites/env.ts';
import { openSites } from './shared/sites/open-sites.ts';
import { ownersIn, readOwners } from './shared/sites/owners.ts';
import { registerSecrets, secretsOf } from './shared/tokens/secrets.ts';
import { createTokenService } from './shared/tokens/tokens.ts';
import { startSweeping } from './sweep.ts';
import { createConnectionLimit } from './web/http/address.ts';
import { openBotCheck } from './web/http/bot-check.ts';
import { createRefuse } from './web/http/frame.ts';
import { listen, type RequestHandler } from './web/http/listen.ts';
import { refusePlainly } from './web/http/refuse.ts';
import { openWallets } from './web/wallets/open.ts';

const clientFolder = fileURLToPath(new URL('../dist/client', import.meta.url));
const sendEvery = 2_000;
const watchEvery = 60_000;
const retainEvery = 60_000;
const readSitesEvery = 2_000;
const seedEvery = 3_600_000;
/** Longest age (ms) of a reply that visitors share. */
const recentFor = 1_000;
/** Longest age (ms) of the next days in a visitor's first page. */
const arrivalsFor = 30_000;

/** Prints where the shop is; `listening`: the address behind that of `url`; `mails`: where a demo shows its mails. */
const announce = (url: string, listening: string, sandbox: Sandbox | null, mails: string) => {
  console.log(`\n  Shop      ${url}/\n  English   ${url}/?lang=en`);
  if (listening !== url) console.log(`  Listening ${listening}/`);
  if (sandbox) {
    console.log(`  Sandbox   ${sandbox.url}/sandbox   (payments of this demo: no real charge)`);
    console.log(`  Mails     ${mails}   (what visitors are written)`);
    console.log('  Test card 4242 4242 4242 4242, any later expiry, any CVC · identity check: 4000 0027 6000 3184');
  }
  console.log('  Stop with Ctrl+C.\n');
};

const start = async (): Promise<void> => {
  const settings = readSettings(process.env);
  const metrics = createMetrics();
  const log = metrics.counted(logFrom(settings.env.APP_ENV === 'development' ? 'warn' : 'info'));
  const secrets = openSiteSecrets(settings.env, log);
  const read = { env: secrets.env, findings: [...settings.findings, ...secrets.findings()] };
  const started = Promise.withResolvers<void>();
  const drawings = openDrawings({ folder: join(settings.env.DATA_DIR, 'drawings'), log, after: started.promise });
  const sites = openSites({ ...siteOptionsOf(read.env), drawings, log, isRefused: secrets.isRefused });
  const demo = demoMethods(read.env, sites);
  const env = await checkedSettings(read, sites, demo);
  log('info', 'starting', { version });
  const wallets = await openWallets(env, log);
  const database = await startDatabase(env, log, async (open) => {
    const known = await readOwners(open);
    secrets.judge(known);
    sites.judgeHosts(known);
    await checkCatalogues(env, sites, open, demo, log);
  });
  const { db, reads, disk, embedded, unlimited } = database;
  const owners = ownersIn(db);
  const claimOwned = () => Promise.all([secrets.refresh(owners), sites.claimHosts(owners)]);
  await claimOwned();
  const tokens = createTokenService(await registerSecrets(db, secretsOf(env)));
  const invented = demoNumber(env);
  const seed = async () => {
    if (invented === null) return;
    const today = env.SEED_DATE ?? venueDay(Date.now());
    await unlimited((own) => seedDemo(own, today, invented, sites));
  };
  await seed();
  const empty = await emptySites(sites, db);
  if (empty.length > 0)
    log('error', 'no_catalogue', { sites: empty.join(' '), because: 'npm run db -- import <catalogue.json>' });

  let handler: RequestHandler = () => new Response('Starting.', { status: 503 });
  let refuse = refusePlainly;
  const listening = await listen((...args) => handler(...args), env.PORT, env.HOST, {
    refuse: (...args) => refuse(...args),
  });
  const opsServer = await openOpsServer(env.DATA_DIR, log);
  const mailsUrl = `${env.PUBLIC_URL ?? listening.url}/sandbox/mails`;
  const sandbox = usesSandbox(env)
    ? await openSandbox(
        {
          port: env.SANDBOX_PORT ?? (env.PORT === 0 ? 0 : env.PORT + 1),
          host: env.SANDBOX_HOST,
          publicUrl: env.SANDBOX_URL,
          shopUrl: listening.url,
          mailsUrl,
          /* A person who can read the mails of a demo may also use the operator's commands. */
          operator: opsServer,
          webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? demoWebhookSecret,
          folder: env.DATA_DIR,
        },
        log,
      )
    : null;
  const admissionQueue = createAdmissionQueue({
    ...bounds,
    atOnce: env.REQUESTS_AT_ONCE,
    perClient: env.REQUESTS_PER_CLIENT,
  });
  const payments = createAdapters(providersOf(env, sandbox?.url ?? null, log));
  const deps = {
    db,
    lanes: createLanes(laneWidth, admissionQueue.outside),
    lookUps: new Map(),
    reads,
    unlimited,
    disk,
    embedded,
    log,
    holdLimits: holdLimitsOf(env),
    proxies: env.TRUST_PROXY,
    hstsSubdomains: env.HSTS_SUBDOMAINS === '1',
    admissionQueue,
    recent: createRecent(recentFor),
    arrivals: createRecent(arrivalsFor),
    waitingRoom: createWaitingRoom({ db, sites }, recentFor),
    metrics,
    retention: retentionOf(env),
    erasures: fileErasures(env.ERASURE_LOG ?? join(env.DATA_DIR, 'erasures.jsonl')),
    life: { isEnding: false },
    clientFolder,
    secretsFolder: env.SECRETS_DIR,
    tokens,
    env: env.APP_ENV,
    sites,
    allowedScripts: env.ALLOWED_SCRIPTS,
    canTake: openMethods(env, sites, payments, log),
    publicUrl: env.PUBLIC_URL ?? null,
    wallets,
    sandboxUrl: sandbox ? (env.SANDBOX_URL ?? sandbox.url) : null,
    payments,
    botCheck: openBotCheck(env, sandbox?.url ?? null, log, sites),
  };
  const app = createServer(deps);
  handler = app.fetch;
  refuse = createRefuse(deps);
  listening.onConnection(deps.admissionQueue.connected);
  const refused = createSummary(log, 'connections_refused');
  listening.onConnection(createConnectionLimit(env.CONNECTIONS_PER_ADDRESS, env.TRUST_PROXY, refused));
  const watched = await openMetrics(deps, env, database.pools);
  opsServer?.serve(deps, listening.url);
  const logNotes = createNoteLog(log);
  logNotes(scriptNotes(env, sites));
  if (env.APP_ENV !== 'development' && !usesSandbox(env))
    deadEndNotes(sites, reads).then(createNoteLog(log), (thrown) =>
      logUnlessUnavailable(log, 'notes_not_read', thrown),
    );
  const readSites = async () => {
    sites.refresh();
    await claimOwned().catch((thrown) => logUnlessUnavailable(log, 'owners_not_checked', thrown));
    logNotes(scriptNotes(env, sites));
  };
  const { SMTP_URL: url, MAIL_FROM: from } = env;
  const mailer = url && from ? createMailer({ url, from }) : null;
  if (!mailer && !usesSandbox(env)) log('warn', 'mails_are_not_sent', { because: 'SMTP_URL is not set' });
  const ending = new AbortController();
  const stopSending = every(sendEvery, () => sendMails(deps, mailer, ending.signal));
  /* Each is stopped by its value. */
  const jobs = {
    sweep: startSweeping(deps),
    sites: every(readSitesEvery, readSites),
    retention: every(retainEvery, () => runRetention(deps, () => deps.life.isEnding)),
    watch: every(watchEvery, () => watchPayments(deps)),
    seed: every(seedEvery, () => seed().catch((thrown) => logUnlessUnavailable(log, 'seed_failed', thrown))),
  };
  started.resolve();
  announce(env.PUBLIC_URL ?? listening.url, listening.url, sandbox, mailsUrl);

  /*
   * `listen` cuts the connections that are left 10 s after the lingering; each limit leaves some seconds to the steps of its phase.
   * Unfinished work does no harm: closing the database rolls its transaction back, and a provider is asked again.
   */
  const linger = env.STOP_LINGER_MS ?? (env.APP_ENV === 'development' ? 1_000 : 10_000);
  const phases: Phase[] = [
    {
      by: linger + 11_000,
      steps: { requests: () => listening.close(linger), operator: async () => opsServer?.close() },
    },
    {
      by: linger + 13_000,
      steps: {
        ...jobs,
        metrics: async () => watched?.close(),
        drawings: drawings.close,
        mails: () => {
          ending.abort();
          return stopSending();
        },
      },
    },
    { by: linger + 15_000, steps: { sandbox: async () => sandbox?.stop(), database: database.close } },
  ];
  const stop = (): void => {
    deps.life.isEnding = true;
    void stopInOrder(phases, log, linger + 18_000);
  };
  startWatchdog();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
};

const messageOf = (thrown: unknown): string => {
  const taken = thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE' && 'port' in thrown;
  if (taken) return `Port ${thrown.port} is in use. Stop what uses it, or set PORT to another one.`;
  const why = thrown instanceof DatabaseUnavailable && thrown.cause instanceof Error ? ` ${thrown.cause.message}` : '';
  return thrown instanceof Error ? `${thrown.message}${why}` : String(thrown);
};

start().catch((thrown) => {
  console.error(shownText(messageOf(thrown)));
  process.exit(1);
});
