import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.ts';
import { type Clock, systemClock } from './clock.ts';
import type { SandboxContext } from './context.ts';
import { createFaults } from './faults.ts';
import { createGmoNotices } from './gmo/notices.ts';
import { createGmoTokens } from './gmo/tokens.ts';
import { createIdempotency } from './idempotency.ts';
import { createLedger } from './ledger.ts';
import { createRecaptchaTokens } from './recaptcha/tokens.ts';
import { createSoftbankNotices } from './softbank/notices.ts';
import { createSoftbankTokens } from './softbank/tokens.ts';
import { createWebhooks } from './webhooks.ts';

export type SandboxOptions = {
  /** Where signed events are sent; without it they are only stored. */
  webhookUrl?: string | null;
  webhookSecret?: string;
  /** Where GMO's result notices are sent; without it they are only stored. */
  gmoNoticeUrl?: string | null;
  /** JSON-lines file that preserves the ledger over restarts; without it memory only. */
  ledgerFile?: string | null;
  /** The address of the sandbox for browsers, if it differs from where it listens. */
  publicUrl?: string | null;
  /** Where the shop shows its mails. */
  mailsUrl?: string | null;
  /** The shop's endpoint for operators and its token; without it the page has no commands. */
  operator?: { url: string; token: string } | null;
  clock?: Clock;
};

export type Sandbox = SandboxContext & {
  app: ReturnType<typeof createApp>;
  /** Sets the address for browsers, once it is known. */
  listensOn(url: string): void;
  /** Stops deliveries and releases held calls. */
  close(): Promise<void>;
};

/** A sandbox in this process that is not listening yet. `app` is the Hono application; the other parts are for tests. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const clock = options.clock ?? systemClock;
  const ledger = createLedger(options.ledgerFile ?? null);
  const faults = createFaults(clock);
  const webhooks = createWebhooks({
    url: options.webhookUrl ?? null,
    secret: options.webhookSecret ?? 'whsec_sandbox',
    ledger,
    faults,
    clock,
  });
  const closed = new AbortController();
  const notices = createGmoNotices({ url: options.gmoNoticeUrl ?? null, ledger, faults, clock });
  const softbank = {
    tokens: createSoftbankTokens(clock),
    notices: createSoftbankNotices({ ledger, faults, clock }),
  };
  let address = options.publicUrl ?? 'http://127.0.0.1:4174';
  const context: SandboxContext = {
    ledger,
    clock,
    faults,
    webhooks,
    idempotency: createIdempotency(ledger, clock),
    gmo: { tokens: createGmoTokens(clock), notices },
    softbank,
    recaptcha: createRecaptchaTokens(clock),
    closed: closed.signal,
    keys: { secret: 'sk_test_sandbox', publishable: 'pk_test_sandbox' },
    mailsUrl: options.mailsUrl ?? null,
    operator: options.operator ?? null,
    base: () => `${address.replace(/\/$/, '')}/`,
  };
  webhooks.resume();
  notices.resume();
  softbank.notices.resume();
  return {
    ...context,
    app: createApp(context),
    listensOn(url) {
      address = options.publicUrl ?? url;
    },
    async close() {
      closed.abort();
      faults.close();
      await Promise.all([webhooks.close(), notices.close(), softbank.notices.close()]);
    },
  };
}

export type RunningSandbox = { url: string; port: number; sandbox: Sandbox; close(): Promise<void> };

/** Starts a sandbox on a port (0: any free one) and resolves when it listens. */
export async function startSandbox(options: SandboxOptions & { port: number; host?: string }): Promise<RunningSandbox> {
  const sandbox = createSandbox(options);
  const server = createAdaptorServer({ fetch: sandbox.app.fetch });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host ?? '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  sandbox.listensOn(url);
  return {
    url,
    port,
    sandbox,
    async close() {
      await sandbox.close();
      const closed = new Promise((resolve) => server.close(resolve));
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

if (import.meta.main) {
  const { env } = process;
  const { url, close } = await startSandbox({
    port: Number(env.SANDBOX_PORT ?? 4174),
    ...(env.SANDBOX_HOST ? { host: env.SANDBOX_HOST } : {}),
    ...(env.STRIPE_WEBHOOK_SECRET ? { webhookSecret: env.STRIPE_WEBHOOK_SECRET } : {}),
    webhookUrl: env.SANDBOX_WEBHOOK_URL || null,
    gmoNoticeUrl: env.SANDBOX_GMO_NOTICE_URL || null,
    ledgerFile: env.SANDBOX_LEDGER || null,
    publicUrl: env.SANDBOX_PUBLIC_URL || null,
    mailsUrl: env.SANDBOX_MAILS_URL || null,
    operator:
      env.SANDBOX_OPS_URL && env.SANDBOX_OPS_TOKEN ? { url: env.SANDBOX_OPS_URL, token: env.SANDBOX_OPS_TOKEN } : null,
  });
  console.log(`sandbox listening on ${url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().then(() => process.exit(0)));
  }
}
