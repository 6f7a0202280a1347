import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Options = {
  port: number;
  host: string | undefined;
  publicUrl: string | undefined;
  shopUrl: string;
  /** Where the shop shows its mails. */
  mailsUrl: string;
  /** The shop's endpoint for operators; null when the sandbox must not show its buttons. */
  operator: { url: string; token: string } | null;
  webhookSecret: string;
  folder: string;
};

/** A running sandbox. */
export type SandboxProcess = { url: string; stop: () => Promise<void> };

/** Milliseconds for a sandbox to answer, and a part of its page by which it is known. */
const probeTimeout = 2_000;
const sandboxTitle = '<title>Payment sandbox';

/** Time for an orderly exit before the process is killed, ms. */
const stopTimeout = 3_000;

/** For `--import`, with an `ipc` channel: ends the child when this process dies, even by SIGKILL. */
export const endWithParent = `data:text/javascript,process.once('disconnect', () => process.exit())`;

/** The sandbox that another process of this demo started at a port, or null. */
const runningAt = async (port: number): Promise<SandboxProcess | null> => {
  if (port === 0) return null;
  const url = `http://127.0.0.1:${port}`;
  try {
    const reply = await fetch(`${url}/sandbox`, { signal: AbortSignal.timeout(probeTimeout) });
    /* Stays with the process that started it. */
    return reply.ok && (await reply.text()).includes(sandboxTitle) ? { url, stop: async () => {} } : null;
  } catch {
    return null;
  }
};

/** The payment sandbox: the one that runs at the port already, so that the processes of a demo share it, or a new one. */
export const openSandbox = async (options: Options): Promise<SandboxProcess> =>
  (await runningAt(options.port)) ?? startSandboxProcess(options);

/**
 * Starts the payment sandbox as a separate process: it plays a provider, so it shares nothing with the shop. Resolves when
 * it listens. Throws with its last output when it ends instead.
 */
const startSandboxProcess = (options: Options): Promise<SandboxProcess> =>
  new Promise((resolve, reject) => {
    const main = fileURLToPath(new URL('./main.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', endWithParent, main], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env.PATH,
        SANDBOX_PORT: String(options.port),
        SANDBOX_GMO_NOTICE_URL: `${options.shopUrl}/api/v1/webhooks/gmo`,
        SANDBOX_WEBHOOK_URL: `${options.shopUrl}/api/v1/webhooks/stripe`,
        STRIPE_WEBHOOK_SECRET: options.webhookSecret,
        SANDBOX_LEDGER: join(options.folder, 'sandbox-ledger.jsonl'),
        SANDBOX_MAILS_URL: options.mailsUrl,
        ...(options.operator
          ? { SANDBOX_OPS_URL: options.operator.url, SANDBOX_OPS_TOKEN: options.operator.token }
          : {}),
        ...(options.publicUrl ? { SANDBOX_PUBLIC_URL: options.publicUrl } : {}),
        ...(options.host ? { SANDBOX_HOST: options.host } : {}),
      },
    });
    let output = '';
    const listen = (text: Buffer) => {
      output = `${output}${text.toString()}`.slice(-2000);
      const url = /listening on (http:\/\/\S+)/.exec(output)?.[1];
      if (url) resolve({ url, stop });
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    const stop = async () => {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), stopTimeout);
      await ended;
      clearTimeout(late);
    };
    process.once('exit', () => child.kill('SIGKILL'));
    child.once('exit', (code) => reject(new Error(`The payment sandbox ended (${code}).\n${output}`)));
    child.once('error', reject);
  });
