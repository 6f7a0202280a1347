import './node-guard.mjs';
import { fileURLToPath } from 'node:url';
import { venueDay } from '#src/domain/dates.ts';
import { openBotCheck } from './bot-check.ts';
import { migrate } from './db/migrate.ts';
import { type Db, type OpenDatabase, openEmbedded, openPostgres } from './db/open.ts';
import { takeSeats } from './domain/stock.ts';
import { createVault } from './domain/tokens.ts';
import { type Env, readEnv } from './env.ts';
import { armFailpoint } from './failpoints.ts';
import { bounds, createGate } from './http/admission.ts';
import { releaseKeys } from './http/idempotency.ts';
import { type Answering, listen } from './http/listen.ts';
import { faultOf, jsonLog, type Log } from './http/log.ts';
import { createMailer } from './mail/mailer.ts';
import { sendMails } from './mail/send.ts';
import { createMetrics } from './metrics/metrics.ts';
import { openMetrics } from './metrics/open.ts';
import { openDoor } from './ops/open.ts';
import { createAdapters } from './payments/adapters.ts';
import { demoWebhookSecret, isDemo, providersOf } from './payments/providers.ts';
import { watchPayments } from './payments/reconcile.ts';
import { type SandboxProcess, startSandboxProcess } from './sandbox-process.ts';
import { registerSecrets, secretsOf } from './secrets.ts';
import { seedDatabase } from './seed/seed.ts';
import { createServer } from './serve.ts';
import { type Step, stopInOrder } from './stop.ts';
import { sweep } from './sweep.ts';
import { openWallets } from './wallets/open.ts';

const clientFolder = fileURLToPath(new URL('../dist/client', import.meta.url));
const sweepEvery = 5_000;
const sendEvery = 2_000;
const watchEvery = 60_000;
const lingers = 1_000;
const seedEvery = 3_600_000;

/** Quiet on a screen: requests are logged in staging and production only, faults always. */
const logOf =
  (env: Env): Log =>
  (level, event, facts) => {
    if (env.APP_ENV !== 'development' || level !== 'info') jsonLog(level, event, facts);
  };

const openDatabase = async (env: Env): Promise<OpenDatabase> => {
  const open = env.DATABASE_URL ? await openPostgres(env.DATABASE_URL) : await openEmbedded(env.DATA_DIR);
  await migrate(open.db);
  if (open.embedded) await releaseKeys(open.db);
  return open;
};

/** The number of the invented catalogue; null where visitors pay real money: there the venue's own is imported (`db.ts`). */
const inventedOf = (env: Env): number | null => env.SEED ?? (isDemo(env) || env.APP_ENV !== 'production' ? 1 : null);

const hasSites = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('sites').select('code').limit(1).execute()).length > 0;

/** Calls `work` again and again, never two at a time, until stopped; `stop` waits for the one that runs. */
const every = (ms: number, work: () => Promise<void>) => {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const plan = () => {
    timer = setTimeout(() => {
      running = work().finally(plan);
    }, ms);
  };
  plan();
  return async () => {
    clearTimeout(timer);
    await running;
    clearTimeout(timer);
  };
};

/** Where the mails of a demo are read; null elsewhere. */
const mailsOf = (env: Env, shopUrl: string): string | null =>
  isDemo(env) && env.APP_ENV !== 'production' ? `${env.PUBLIC_URL ?? shopUrl}/sandbox/mails` : null;

const announce = (url: string, sandbox: SandboxProcess | null, mails: string | null) => {
  console.log(`\n  Shop      ${url}/\n  In English ${url}/?lang=en`.replace('In English', 'English  '));
  if (sandbox) {
    console.log(`  Sandbox   ${sandbox.url}/sandbox   (payments of this demo: no real charge)`);
    if (mails) console.log(`  Mails     ${mails}   (what visitors are written)`);
    console.log('  Test card 4242 4242 4242 4242, any later expiry, any CVC · identity check: 4000 0027 6000 3184');
  }
  console.log('  Stop with Ctrl+C.\n');
};

const start = async (): Promise<void> => {
  const env = readEnv(process.env);
  armFailpoint(env.FAILPOINT);
  const log = logOf(env);
  const wallets = await openWallets(env, log);
  const { db, pool, close: closeDatabase } = await openDatabase(env);
  const vault = createVault(await registerSecrets(db, secretsOf(env)));
  const invented = inventedOf(env);
  const seed = async () => {
    if (invented !== null) await seedDatabase(db, env.SEED_DATE ?? venueDay(Date.now()), invented);
  };
  await seed();
  if (!(await hasSites(db))) log('error', 'no_catalogue', { because: 'npm run db -- import <catalogue.json>' });

  let answer: Answering = () => new Response('Starting.', { status: 503 });
  const listening = await listen((...asked) => answer(...asked), env.PORT, env.HOST);
  const door = await openDoor(env.DATA_DIR, log);
  const mails = mailsOf(env, listening.url);
  const sandbox = isDemo(env)
    ? await startSandboxProcess({
        port: env.SANDBOX_PORT ?? (env.PORT === 0 ? 0 : env.PORT + 1),
        publicUrl: env.SANDBOX_URL,
        shopUrl: listening.url,
        mailsUrl: mails,
        /* Whoever reads the mails can do as much. */
        operator: mails === null ? null : door,
        webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? demoWebhookSecret,
        folder: env.DATA_DIR,
      })
    : null;
  const deps = {
    db,
    log,
    takeSeats,
    seatsPerAddress: env.HOLD_SEATS_PER_ADDRESS,
    proxies: env.TRUST_PROXY,
    gate: createGate({ ...bounds, atOnce: env.REQUESTS_AT_ONCE }),
    metrics: createMetrics(),
    life: { isEnding: false },
    clientFolder,
    vault,
    env: env.APP_ENV,
    publicUrl: env.PUBLIC_URL ?? null,
    wallets,
    sandboxUrl: sandbox ? (env.SANDBOX_URL ?? sandbox.url) : null,
    payments: createAdapters(providersOf(env, sandbox?.url ?? null, log)),
    botCheck: await openBotCheck(env, sandbox?.url ?? null, log),
  };
  const app = createServer(deps);
  answer = app.fetch;
  listening.onConnection(deps.gate.connected);
  const watched = await openMetrics(deps, env, pool);
  door?.serve(deps, listening.url);
  const stopSweeping = every(sweepEvery, () => sweep(deps));
  const stopWatching = every(watchEvery, () => watchPayments(deps));
  const { SMTP_URL: url, MAIL_FROM: from } = env;
  const mailer = url && from ? createMailer({ url, from }) : null;
  if (!mailer && !isDemo(env)) log('warn', 'mails_are_not_sent', { because: 'SMTP_URL is not set' });
  const ending = new AbortController();
  const stopSending = every(sendEvery, () => sendMails(deps, mailer, ending.signal));
  const stopSeeding = every(seedEvery, () => seed().catch((thrown) => log('error', 'seed_failed', faultOf(thrown))));
  announce(env.PUBLIC_URL ?? listening.url, sandbox, mails);

  const steps: Step[] = [
    [
      'operator',
      async () => {
        deps.life.isEnding = true;
        await door?.close();
      },
    ],
    ['requests', () => listening.close(lingers)],
    ['metrics', async () => watched?.close()],
    ['sweep', stopSweeping],
    ['watch', stopWatching],
    [
      'mails',
      () => {
        ending.abort();
        return stopSending();
      },
    ],
    ['seed', stopSeeding],
    ['sandbox', async () => sandbox?.stop()],
    ['database', closeDatabase],
  ];
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopInOrder(steps, log));
};

const words = (thrown: unknown): string => {
  const taken = thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE' && 'port' in thrown;
  if (taken) return `Port ${thrown.port} is in use. Stop what uses it, or set PORT to another one.`;
  return thrown instanceof Error ? thrown.message : String(thrown);
};

start().catch((thrown) => {
  console.error(words(thrown));
  process.exit(1);
});
