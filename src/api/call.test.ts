import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Failure } from '#src/domain/failures.ts';
import { openPageOf } from '#test/api/kit/page-of.ts';
import { startServer } from '#test/api/kit/process.ts';
import { call } from './call.ts';
import { getLangs, getTexts } from './contract/catalogue.ts';
import { deleteOrder, extendOrder } from './contract/orders.ts';
import { getMailMagazine } from './contract/tickets.ts';
import { type CallReport, reports } from './reports.ts';

const serve = async (listener: RequestListener) => {
  const { url, close } = await startServer(listener);
  onTestFinished(close);
  openPageOf(`${url}/`);
};
afterEach(() => {
  vi.unstubAllGlobals();
});

const refused = async (made: Promise<unknown>) => {
  const thrown = await made.catch((error: unknown) => error);
  return thrown instanceof Failure ? thrown.details : thrown;
};

describe('a call', () => {
  it('returns the parsed reply and reports start and success by method', async () => {
    const seen: CallReport[] = [];
    const stop = reports.add((report) => seen.push(report));
    await serve((_, reply) =>
      reply.end('[{"id":"ja","display_name":"日本語","display_position":1,"is_default":true}]'),
    );
    expect(await call(getLangs)).toEqual([{ id: 'ja', display_name: '日本語', display_position: 1, is_default: true }]);
    stop();
    expect(seen.map(({ method, phase }) => `${method} ${phase}`)).toEqual(['GET start', 'GET success']);
  });

  it.each([
    ['a known code', 410, { code: 'session_timeout' }, { code: 'session_timeout', unknown: false }],
    ['an unknown code', 400, { code: 'X-17' }, { code: 'bad_request', quoted: 'X-17', unknown: false }],
    ['no code', 400, {}, { code: 'request_error', unknown: false }],
    ['a server error', 500, {}, { code: 'request_error', unknown: true }],
    [
      'wrong fields',
      400,
      { code: 'invalid_input', errors: [{ pointer: '#/email' }] },
      { code: 'invalid_input', fields: ['email'], unknown: false },
    ],
    ['a request in flight', 409, { code: 'in_flight' }, { code: 'in_flight', retryAfter: 2, unknown: true }],
  ])('refused with %s throws the matching failure', async (_, status, problem, failure) => {
    await serve((__, reply) => {
      if (status === 409) reply.setHeader('retry-after', '2');
      reply.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
    });
    expect(await refused(call(extendOrder, { params: { token: 't' }, key: 'k' }))).toEqual(failure);
  });

  it.each([
    ['a silent endpoint, any status', () => call(getTexts, { query: { lang: 'en' } }), 500, true],
    ['a status that its endpoint ignores', () => call(deleteOrder, { params: { token: 't' }, key: 'k' }), 400, true],
    ['another status of that endpoint', () => call(deleteOrder, { params: { token: 't' }, key: 'k' }), 409, false],
    ['a missing newsletter', () => call(getMailMagazine, { params: { id: 'm' } }), 404, true],
    ['any other endpoint', () => call(getLangs), 404, false],
  ])('refused with %s is marked silent if no dialog may open', async (_, make, status, silent) => {
    await serve((__, reply) => reply.writeHead(status).end());
    const failure = { code: 'request_error', unknown: expect.any(Boolean) };
    expect(await refused(make())).toEqual(silent ? { ...failure, silent } : failure);
  });

  it('to a silent endpoint without a reply stays silent', async () => {
    await serve((request) => request.socket.destroy());
    expect(await refused(call(getTexts, { query: { lang: 'en' } }))).toMatchObject({
      code: 'connection_error',
      silent: true,
    });
  });

  it('without a reply has an unknown effect if it is a write', async () => {
    await serve((request) => request.socket.destroy());
    expect(await refused(call(extendOrder, { params: { token: 't' } }))).toEqual({
      code: 'connection_error',
      unknown: true,
    });
    expect(await refused(call(getLangs))).toEqual({ code: 'connection_error', unknown: false });
  });

  it('with an incomplete reply counts as one without a reply', async () => {
    await serve((_, reply) => {
      reply.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' }).write('[{"id":');
      setImmediate(() => reply.destroy());
    });
    expect(await refused(call(getLangs))).toEqual({ code: 'connection_error', unknown: false });
    expect(await refused(call(extendOrder, { params: { token: 't' }, key: 'k' }))).toEqual({
      code: 'connection_error',
      unknown: true,
    });
  });

  it('that exceeds the timeout of its endpoint has an unknown effect, even if its caller still waits', async () => {
    await serve(() => undefined);
    const { signal } = new AbortController();
    const made = call({ ...extendOrder, timeout: 30 }, { params: { token: 't' }, signal });
    expect(await refused(made)).toEqual({ code: 'connection_error', unknown: true });
  });

  it('with a reply that does not fit the contract is a request error', async () => {
    await serve((_, reply) => reply.end('{"langs":1}'));
    expect(await refused(call(getLangs))).toEqual({ code: 'request_error', unknown: true });
  });

  it('that is aborted reports cancel', async () => {
    const phases: string[] = [];
    const stop = reports.add(({ phase }) => phases.push(phase));
    const controller = new AbortController();
    await serve(() => controller.abort());
    await refused(call(getLangs, { signal: controller.signal }));
    stop();
    expect(phases).toEqual(['start', 'cancel']);
  });
});
