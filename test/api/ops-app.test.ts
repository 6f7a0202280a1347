import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '@ticket-store/sandbox/main.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newOpsToken, publishOpsAddress, readOpsAddress } from '#server/operators/client/address-file.ts';
import { openOpsServer } from '#server/operators/commands/open.ts';
import { openOps } from './kit/ops.ts';
import { temporaryFolder } from './kit/process.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));

const names = ['gate', 'cancel', 'refund', 'invite', 'slots', 'reconcile'];
const post = (url: string, init: RequestInit = {}) =>
  fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' }, ...init });
const bearer = (token: string) => ({
  headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
});

describe("the operator's endpoint", () => {
  it('rejects requests without its token, without details', async () => {
    const wrong = ['', ops.token.slice(1), `${ops.token}x`, ops.token.toLowerCase(), newOpsToken(), 'x'.repeat(10_000)];
    for (const name of [...names, 'nothing'])
      for (const token of wrong) {
        const answer = await post(`${ops.url}/${name}`, bearer(token));
        expect([answer.status, await answer.text()]).toEqual([401, '']);
      }
    expect((await post(`${ops.url}/gate`)).status).toBe(401);
    expect((await fetch(`${ops.url}/gate`)).status).toBe(401);
  });

  it('accepts JSON only, for commands that exist', async () => {
    expect(await ops.run('nothing', {})).toMatchObject({ status: 404 });
    expect((await post(`${ops.url}/gate`, { ...bearer(ops.token), body: '{' })).status).toBe(400);
    const form = { authorization: `Bearer ${ops.token}`, 'content-type': 'text/plain' };
    expect((await post(`${ops.url}/gate`, { headers: form })).status).toBe(409);
  });
});

describe('the address file of the operator’s endpoint', () => {
  const newFolder = () => {
    const { folder, remove } = temporaryFolder();
    onTestFinished(remove);
    return folder;
  };

  it('is written to a file that only the server can read, as long as the server runs', async () => {
    const folder = newFolder();
    const opsServer = await openOpsServer(folder, shop.deps.log);
    if (!opsServer) throw new Error('no endpoint was opened');
    expect(readOpsAddress(folder)).toEqual({ url: opsServer.url, token: opsServer.token });
    expect(statSync(join(folder, 'ops.json')).mode & 0o077).toBe(0);
    expect(new URL(opsServer.url).hostname).toBe('127.0.0.1');
    expect((await post(`${opsServer.url}/gate`, bearer(opsServer.token))).status).toBe(503);
    opsServer.serve(shop.deps, shop.url);
    expect((await post(`${opsServer.url}/gate`, bearer(opsServer.token))).status).toBe(400);
    await opsServer.close();
    expect(readOpsAddress(folder)).toBeNull();
    await expect(post(`${opsServer.url}/gate`, bearer(opsServer.token))).rejects.toThrow('fetch failed');
  });

  it('is new at each start, and is not removed by an earlier server', () => {
    const folder = newFolder();
    const [one, two] = [newOpsToken(), newOpsToken()].map((token) => ({ url: 'http://127.0.0.1:1', token }));
    if (!one || !two) throw new Error('no tokens');
    expect(one.token).not.toBe(two.token);
    const removeOne = publishOpsAddress(folder, one);
    const removeTwo = publishOpsAddress(folder, two);
    removeOne();
    expect(readOpsAddress(folder)).toEqual(two);
    removeTwo();
    expect(readOpsAddress(folder)).toBeNull();
  });
});

describe("the sandbox's buttons", () => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, operator: { url: ops.url, token: ops.token } });
  });
  afterAll(() => sandbox.close());

  it('accept only JSON, so that no page of another origin can send them, and only known commands', async () => {
    const form = { headers: { 'content-type': 'text/plain' }, body: '{"code":"A"}' };
    expect((await post(`${sandbox.url}/sandbox/ops/gate`, form)).status).toBe(400);
    for (const command of ['nothing', '..%2f', 'toString'])
      expect((await post(`${sandbox.url}/sandbox/ops/${command}`)).status).toBe(404);
  });
});
