import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { mountSmallDisk, type SmallDisk } from '@ticket-store/load-tools/chaos/small-disk.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { choiceOf, newKey, timed, tomorrow } from './kit/buyer.ts';
import { createCall, sendTo } from './kit/call.ts';
import { fillFolder } from './kit/database.ts';
import { type ServerProcess, startProcess } from './kit/process.ts';
import { problemOf } from './kit/shop.ts';

/**
 * The disk under the embedded database fills up. Without the right to mount a file system, only `server/db/disk.test.ts` covers
 * this.
 */
const probe = mountSmallDisk(1);
probe?.unmount();
if (!probe && process.env.CI) throw new Error('A small file system could not be mounted: this needs root.');

const tool = fileURLToPath(new URL('../../server/db.ts', import.meta.url));

let disk: SmallDisk;
let server: ServerProcess;
const start = async (env: Record<string, string> = {}) => {
  server = await startProcess(disk.folder, { MAIL_FROM: '', ...env });
  return { send: sendTo(server.url), call: createCall(sendTo(server.url)) };
};
const ready = async () => {
  const reply = await fetch(`${server.url}/readyz`);
  return { status: reply.status, body: await reply.json() };
};
const query = { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid: timed };

describe.runIf(probe)('a disk that fills up under the embedded database', () => {
  beforeEach(() => {
    const mounted = mountSmallDisk(260);
    if (mounted) disk = mounted;
  });
  afterEach(async () => {
    await server?.end('SIGKILL');
    disk?.unmount();
  });

  it('rejects writes early, still serves reads, logs it, and accepts orders again when there is space', async () => {
    await fillFolder(disk.folder);
    const { send, call } = await start();
    const { time_spans } = await call('searchProducts', { query });
    const body = choiceOf(time_spans.find(({ remaining }) => remaining > 4)?.id ?? '', 1);
    const { order_token } = await call('createOrder', { body, key: newKey() });
    expect(await ready()).toEqual({ status: 200, body: { status: 'ready', state: 'ready' } });

    disk.setFreeSpace(40);
    const key = newKey();
    for (let tries = 0; tries < 3; tries += 1) {
      const refused = await send('createOrder', { body, key });
      expect(problemOf(refused)).toMatchObject({ status: 503, code: 'connection_error' });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await ready()).toEqual({ status: 503, body: { status: 'not_ready', state: 'disk_full' } });
    expect((await send('searchProducts', { query })).status).toBe(200);
    expect((await fetch(`${server.url}/?lang=en`)).status).not.toBe(500);

    disk.setFreeSpace(null);
    expect((await ready()).status).toBe(200);
    expect((await send('createOrder', { body, key })).status).toBe(200);
    expect((await call('getOrder', { params: { token: order_token } })).status).toBe('open');
    expect(server.output().match(/"event":"disk_full"/g)).toHaveLength(1);
    expect(server.output().match(/"event":"disk_has_room"/g)).toHaveLength(1);
    expect(server.output()).not.toContain('request_failed');
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('does not start on a full disk, and prints what to do', async () => {
    disk.setFreeSpace(40);
    const message = /has \d+ MB left, and the database needs 64\. Free some space/;
    await expect(start()).rejects.toThrow(message);
    const seeding = spawnSync(process.execPath, [tool, 'seed'], { env: { DATA_DIR: disk.folder }, encoding: 'utf8' });
    expect(seeding.stderr).toMatch(message);
    expect(seeding.status).toBe(1);
  });

  it('stops even if the database hangs on a full disk', async () => {
    const { call } = await start({ DATA_MIN_FREE_MB: '0' });
    const { time_spans } = await call('searchProducts', { query });
    disk.setFreeSpace(8);
    const { id = '' } = time_spans.find(({ remaining }) => remaining > 4) ?? {};
    /** The reply's status and body; null when the server does not respond any more. */
    const write = async (method: string, path: string, body?: object) => {
      const reply = await fetch(`${server.url}/api/v1/${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'idempotency-key': newKey() },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(6_000),
      }).catch(() => null);
      return reply && { status: reply.status, body: await reply.json().catch(() => null) };
    };
    /** Whether it still responds. Orders that are cancelled fill the write-ahead log until its next segment does not fit. */
    const orders = async (): Promise<boolean> => {
      const placed = await write('POST', 'orders', choiceOf(id, 1));
      if (placed?.status !== 200) return placed !== null;
      return (await write('DELETE', `orders/${placed.body.order_token}`)) !== null;
    };
    for (let count = 0; count < 5_000; count += 1) if (!(await orders())) break;
    expect(await server.end('SIGTERM')).toBeNull();
    expect(server.output()).toContain('"event":"process_hung"');
  });
});
