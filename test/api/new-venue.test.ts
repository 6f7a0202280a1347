import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@ticket-store/sandbox/main.ts';
import forge from 'node-forge';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { cardToken, customer, ledgerAt, newKey } from './kit/buyer.ts';
import { createCall, sendTo } from './kit/call.ts';
import { fresh, secret } from './kit/live-shop.ts';
import { forwardTo, runProgram, type ServerProcess, startHost, startProcess, temporaryFolder } from './kit/process.ts';
import { type Post, startPost } from './kit/smtp.ts';

const day = 24 * 3_600_000;

/** A certificate for 127.0.0.1 and its key, as PEM. */
const certificate = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const key = forge.pki.privateKeyFromPem(keyPem);
  const made = forge.pki.createCertificate();
  made.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  made.serialNumber = '01';
  made.validity.notBefore = new Date(Date.now() - day);
  made.validity.notAfter = new Date(Date.now() + day);
  const subject = [{ name: 'commonName', value: 'Sandbox of the tests' }];
  made.setSubject(subject);
  made.setIssuer(subject);
  made.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
  ]);
  made.sign(key, forge.md.sha256.create());
  return { key: keyPem, cert: forge.pki.certificateToPem(made) };
};

/**
 * The payment sandbox for a server with production settings: at an https origin, where a live key is taken for the sandbox's own.
 * `env`: what the server needs to call it.
 */
const startLiveSandbox = async (secretKey: string, webhookSecret: string) => {
  const sandbox = await startSandbox({ port: 0, webhookSecret, webhookUrl: null, gmoNoticeUrl: null });
  const { key, cert } = certificate();
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const file = join(folder, 'root.pem');
  writeFileSync(file, cert);
  const { host } = new URL(sandbox.url);
  const asSandbox = (authorization?: string) =>
    authorization === `Bearer ${secretKey}` ? 'Bearer sk_test_sandbox' : 'none';
  const front = createServer(
    { key, cert },
    forwardTo(sandbox.url, (headers) => ({ ...headers, host, authorization: asSandbox(headers.authorization) })),
  );
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  return {
    sandbox,
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: `https://127.0.0.1:${port}`,
      NODE_EXTRA_CA_CERTS: file,
    },
    close: async () => {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await sandbox.close();
      rmSync(folder, { recursive: true });
    },
  };
};

/** A venue is put online beside another one on a server with production settings, by the commands of README.md alone. */
const { folder, remove } = temporaryFolder();
const sites = join(folder, 'sites');
const host = 'tickets.hill.example';
let env: Record<string, string>;
let sandbox: Awaited<ReturnType<typeof startLiveSandbox>>;
let post: Post;
let server: ServerProcess;
/** The server at the venue's own host. */
let own: Awaited<ReturnType<typeof startHost>>;

/** Runs a command of package.json as npm does, without npm's own start. Throws with its output if it fails. */
const run = async (program: string, ...args: string[]): Promise<string> => {
  const { code, out, err } = await runProgram(program, { DATA_DIR: folder, ...env }, ...args);
  if (code !== 0) throw new Error(`${args.join(' ')}: ${out}${err}`);
  return out + err;
};
const newSite = (code: string, title: string) => run('test/tools/new-site.ts', code, '--title', title);
const db = (...args: string[]) => run('server/db.ts', ...args);
const catalogueFile = (code: string) => join(sites, `${code}.catalogue.json`);
const edit = (code: string, settings: object) => {
  const file = join(sites, code, 'site.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...settings }));
};
const keys = () => ({ paymentKeys: { production: { stripe: fresh.stripe('pk_live') } } });
const exported = async (code: string): Promise<unknown> => {
  const file = join(folder, `${code}.json`);
  await db('export', code, file);
  return JSON.parse(readFileSync(file, 'utf8'));
};
const get = async (path: string, at: string): Promise<string> => (await fetch(`${at}${path}`)).text();
/** Reads the pages of another venue. */
const seenOf = (code: string) =>
  Promise.all(
    [`/sites/${code}.json`, ...['configurations', 'products?lang=en'].map((call) => `/${code}/api/v1/${call}`)].map(
      (path) => get(path, server.url),
    ),
  );

beforeAll(async () => {
  mkdirSync(sites);
  const [secretKey, webhook] = [fresh.stripe('sk_live'), fresh.stripe('whsec')];
  [sandbox, post] = await Promise.all([startLiveSandbox(secretKey, webhook), startPost()]);
  env = {
    APP_ENV: 'production',
    SITES: '*',
    SITES_DIR: sites,
    PUBLIC_URL: 'https://tickets.shop.example',
    TICKET_SECRET: secret,
    SMTP_URL: post.url,
    MAIL_FROM: 'tickets@shop.example',
    ...sandbox.env,
  };
  await newSite('hall', 'Hall of Echoes');
  edit('hall', keys());
  await db('import', catalogueFile('hall'));
  server = await startProcess(folder, env);
  own = await startHost(server.url, host);
});
afterAll(async () => {
  await server?.end('SIGKILL');
  await Promise.all([sandbox?.close(), post?.close(), own?.close()]);
  remove();
});

/** Buys one ticket for tomorrow at the venue's own host; returns its token. */
const buy = async (): Promise<string> => {
  const call = createCall(sendTo(own.url));
  const body = {
    lang: 'en',
    product_uuid: 'hill-admission',
    time_span_id: `hill-${addDays(venueDay(Date.now()), 1)}`,
    quantity: 1,
    option_values: [{ id: 'hill-adult', count: 1 }],
    set_products: [],
  };
  const { order_token: token, order } = await call('createOrder', { body, key: newKey() });
  await call('putOrder', { params: { token }, body: customer, key: newKey() });
  const payment = { token: await cardToken(sandbox), brand: 'visa', last4: '4242' };
  const paying = { payment_method: 'stripe_secure', payment, lang: 'en', price: order.price };
  const paid = await call('checkout', { params: { token }, body: paying, key: newKey() });
  if (paid.status !== 'paid') throw new Error(JSON.stringify(paid));
  const { reservation_token } = paid.completion;
  await call('getTicket', { params: { reservation_token }, query: { lang: 'en' } });
  return reservation_token;
};

describe('a venue beside another one, with production settings', () => {
  it('is made, imported, opened under its own host, sold, and exported again equal; nothing else is touched', async () => {
    const before = [await exported('hall'), await seenOf('hall')];
    expect(await get('/sites/hill.json', own.url)).toContain('No Found');

    await newSite('hill', 'Hill Garden');
    edit('hill', { ...keys(), hosts: [host] });
    expect(await db('import', '--dry-run', catalogueFile('hill'))).toContain('Nothing was written.');
    expect(await db('import', catalogueFile('hill'))).toMatch(/^hill: \d+ new, 0 changed/);

    expect(JSON.parse(await get('/sites/hill.json', own.url))).toMatchObject({ title: { en: 'Hill Garden' } });
    expect(JSON.parse(await get('/api/v1/products?lang=en', own.url))).toMatchObject([{ uuid: 'hill-admission' }]);
    expect(await get('/hall/api/v1/products?lang=en', own.url)).toContain('"status":404');
    const token = await buy();
    await vi.waitFor(() => expect(post.mails).toHaveLength(1), 60_000);
    expect(post.mails[0]?.text).toContain(`https://${host}/tickets/#/id/${token}`);
    expect(Object.values(await ledgerAt(sandbox.sandbox.url))).toEqual([{ charges: 1, captured: 1500, refunded: 0 }]);

    expect(await exported('hill')).toEqual(JSON.parse(readFileSync(catalogueFile('hill'), 'utf8')));
    expect([await exported('hall'), await seenOf('hall')]).toEqual(before);
    expect(server.output()).not.toMatch(/"level":"error"/);
  });
});
