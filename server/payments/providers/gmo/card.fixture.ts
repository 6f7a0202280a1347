import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Attempt } from '#server/payments/providers/adapter.ts';
import { attemptFixture, factsFixture } from '#server/payments/providers/attempt.fixture.ts';
import type { GmoOptions } from './client.ts';

type Called = { name: string; type: string; body: string };

/** For tests: a provider that replies with these lines in turn (null: never) and records the calls. */
export const openGmo = async (lines: readonly (string | null)[]) => {
  const calls: Called[] = [];
  const logged: unknown[][] = [];
  const pending = [...lines];
  const server = createServer(async (request, reply) => {
    let body = '';
    for await (const part of request) body += String(part);
    const name = /\/payment\/(\w+)\.idPass$/.exec(request.url ?? '')?.[1] ?? '';
    calls.push({ name, type: request.headers['content-type'] ?? '', body });
    const line = pending.shift();
    if (line !== null) reply.writeHead(line === '503' ? 503 : 200).end(line ?? '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const options: GmoOptions = {
    baseUrl: `http://127.0.0.1:${port}/payment`,
    shops: { default: { id: 'tshop00000001', pass: 'secret' }, artizon: { id: 'tshop00000014', pass: 'other' } },
    timeout: 5_000,
    log: (...args) => logged.push(args),
  };
  return { options, calls, logged };
};

/** For tests: a row of `payments`. */
export const gmoAttempt = (more: Partial<Attempt> = {}) => attemptFixture({ method: 'gmo', token: 'tok1', ...more });

export const gmoFacts = factsFixture({ site: 'mori', returnUrl: 'https://shop.example/back?r=ref', noticeUrl: '' });
