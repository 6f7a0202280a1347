import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { Attempt } from '#server/providers/adapter.ts';
import { attemptFixture, factsFixture } from '#server/providers/attempt.fixture.ts';
import { startServer } from '#test/api/kit/forward.ts';
import type { GmoOptions } from './client.ts';

type Called = { name: string; type: string; body: string };

/** For tests: a provider that replies with these lines in turn (null: never) and records the calls. */
export const openGmo = async (lines: readonly (string | null)[]) => {
  const calls: Called[] = [];
  const logged: unknown[][] = [];
  const pending = [...lines];
  const { url, close } = await startServer(async (request, reply) => {
    const body = await text(request);
    const name = /\/payment\/(\w+)\.idPass$/.exec(request.url ?? '')?.[1] ?? '';
    calls.push({ name, type: request.headers['content-type'] ?? '', body });
    const line = pending.shift();
    if (line !== null) reply.writeHead(line === '503' ? 503 : 200).end(line ?? '');
  });
  onTestFinished(close);
  const options: GmoOptions = {
    baseUrl: `${url}/payment`,
    shops: { default: { id: 'tshop00000001', pass: 'secret' }, artizon: { id: 'tshop00000014', pass: 'other' } },
    timeout: 5_000,
    log: (...args) => logged.push(args),
  };
  return { options, calls, logged };
};

/** For tests: a row of `payments`. */
export const gmoAttempt = (more: Partial<Attempt> = {}) => attemptFixture({ method: 'gmo', token: 'tok1', ...more });

export const gmoFacts = factsFixture({ site: 'mori', returnUrl: 'https://shop.example/back?r=ref', noticeUrl: '' });
