import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readOpsAddress } from '#server/operators/client/address-file.ts';
import { choiceOf, customer, tomorrow } from './kit/buyer.ts';
import { createCall, sendWithKeys } from './kit/call.ts';
import { fillFolder } from './kit/database.ts';
import { sender } from './kit/mails.ts';
import { runProgram, startProcess, temporaryFolder } from './kit/process.ts';
import { startPost } from './kit/smtp.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** An empty folder, deleted after the test, like all that a test starts. */
const emptyFolder = (): string => {
  const { folder, remove } = temporaryFolder();
  onTestFinished(remove);
  return folder;
};
const newFolder = async (): Promise<string> => {
  const folder = emptyFolder();
  await fillFolder(folder);
  return folder;
};
const start = async (...about: Parameters<typeof startProcess>) => {
  const server = await startProcess(...about);
  onTestFinished(async () => void (await server.end('SIGKILL')));
  return server;
};
/** Times out before the test does, so that a hang names the request. */
const soon = () => ({ signal: AbortSignal.timeout(10_000) });

describe('the server as a process', () => {
  it('prints its address and no secret, sends its mails by itself, and stops cleanly on SIGTERM', async () => {
    const folder = await newFolder();
    const post = await startPost();
    onTestFinished(post.close);
    const server = await start(folder, { SMTP_URL: post.url, MAIL_FROM: sender });
    expect(statSync(join(folder, 'secret')).mode & 0o077).toBe(0);
    const secret = readFileSync(join(folder, 'secret'), 'utf8');
    expect([secret.length, server.output().includes(secret)]).toEqual([43, false]);
    expect(server.output()).toMatch(/Mails\s+http:\/\/localhost:\d+\/sandbox\/mails/);
    expect(server.output()).toMatch(/Sandbox\s+http:\/\/127\.0\.0\.1:\d+\/sandbox/);
    expect(server.output()).toContain('4242 4242 4242 4242');
    const sandbox = /http:\/\/127\.0\.0\.1:\d+(?=\/sandbox)/.exec(server.output())?.[0];
    expect((await fetch(`${server.url}/healthz`, soon())).status).toBe(200);
    const malformed = connect(Number(new URL(server.url).port), '127.0.0.1').end('no request\r\n\r\n');
    expect(await text(malformed)).toMatch(/^HTTP\/1\.1 400 [\s\S]*\nx-request-id: /);
    expect((await fetch(`${sandbox}/sandbox/ledger`, soon())).status).toBe(200);
    const call = createCall(sendWithKeys(server.url));
    const body = choiceOf(`admission-${tomorrow.replaceAll('-', '')}-1000`, 1);
    const { order_token: token } = await call('createOrder', { body });
    await call('createOrderMail', { params: { token }, body: customer });
    await expect.poll(() => post.mails.length).toBe(1);
    expect(post.mails[0]).toMatchObject({ to: [customer.email], from: sender });
    await expect.poll(async () => (await fetch(`${server.url}/sandbox/mails`)).text()).toContain('sent · 送信済み');
    expect(await server.end('SIGTERM')).toBe(0);
    expect(existsSync(join(folder, 'server.pid'))).toBe(false);
    await expect(fetch(`${sandbox}/sandbox/ledger`, soon())).rejects.toThrow('fetch failed');
  });

  it('starts without the package of the sandbox, and says so', async () => {
    const copy = emptyFolder();
    const parts = ['server', 'src', 'machines', 'locales', 'package.json'];
    for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const server = await start(await newFolder(), {}, copy);
    await expect.poll(server.output).toContain('sandbox_not_installed');
    expect(server.output()).not.toContain('4242');
    expect((await fetch(`${server.url}/readyz`, soon())).status).toBe(200);
  });

  it('on SIGTERM lets visitors go while an operator’s command still runs, which then ends as well', async () => {
    const folder = await newFolder();
    const server = await start(folder);
    const address = readOpsAddress(folder);
    const headers = {
      authorization: `Bearer ${address?.token}`,
      'content-type': 'application/json',
      expect: '100-continue',
    };
    const command = request(`${address?.url}/reconcile`, { method: 'POST', headers });
    const answered = new Promise((resolve) => {
      command.once('response', ({ statusCode }) => resolve(statusCode)).once('error', () => resolve('cut off'));
    });
    command.flushHeaders();
    await once(command, 'continue');
    const ended = server.end('SIGTERM');
    const visit = () => fetch(server.url).then(({ status }) => status);
    await expect.poll(() => visit().catch(() => 'closed')).toBe('closed');
    command.end('{}');
    expect(await answered).toBe(200);
    expect(await ended).toBe(0);
  });

  it('does not open a folder that a server in another container uses, nor does npm run db', async () => {
    const folder = await newFolder();
    const server = await start(folder);
    /* There its process has a number that nobody has here, and its address is unreachable. */
    writeFileSync(join(folder, 'server.pid'), '999999999\nvenue-1\n');
    const unreachable = { url: 'http://127.0.0.1:9', token: 'x'.repeat(43) };
    writeFileSync(join(folder, 'ops.json'), JSON.stringify(unreachable));
    const words = /in use by process 999999999 of venue-1, another container.*docker exec/;
    await expect(start(folder)).rejects.toThrow(words);
    const file = join(folder, 'dump.jsonl');
    for (const args of [
      ['dump', file],
      ['export', 'borderless', file],
    ])
      expect(await runProgram('server/db.ts', { DATA_DIR: folder }, ...args)).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(words),
      });
    expect(existsSync(file)).toBe(false);
    await server.end('SIGKILL');
    expect((await fetch(`${(await start(folder)).url}/healthz`, soon())).status).toBe(200);
  });
});
