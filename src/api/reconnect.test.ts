// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionLost, markReconnect } from '#src/device/connection-lost.ts';
import { Failure } from '#src/domain/failures.ts';
import { order } from '#test/paths/answers.ts';
import { call } from './call.ts';
import { getLangs } from './contract/catalogue.ts';
import { createOrder, extendOrder } from './contract/orders.ts';

const langs = [{ id: 'ja', display_name: '日本語', display_position: 1, is_default: true }];
const down = { details: { code: 'connection_error' } };

let listened = vi.spyOn(globalThis, 'addEventListener');
/** Waits until a call has found the connection lost and is waiting for it. */
const waiting = (times: number) =>
  vi.waitFor(() => expect(listened.mock.calls.filter(([type]) => type === 'online')).toHaveLength(times), 60_000);
let end = () => {};

/** Sets the state of the simulated connection. */
const setConnection = (state: 'online' | 'offline') => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(state === 'online');
  dispatchEvent(new Event(state));
};

/** Fails the first `cut` requests, then replies. Returns the mock of `fetch`. */
const serve = (reply: unknown, cut: number) => {
  let failuresLeft = cut;
  const fetched = vi.fn(async (_url: string, _request: RequestInit) => {
    failuresLeft -= 1;
    if (failuresLeft >= 0) throw new TypeError('Failed to fetch');
    return Response.json(reply);
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

beforeEach(() => {
  listened = vi.spyOn(globalThis, 'addEventListener');
  end = markReconnect();
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('while the connection is lost', () => {
  beforeEach(() => setConnection('offline'));

  it('a read waits, and is sent again when the connection is back', async () => {
    const fetched = serve(langs, 1);
    const made = call(getLangs);
    await waiting(1);
    expect(fetched).toHaveBeenCalledTimes(1);
    setConnection('online');
    expect(await made).toEqual(langs);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('a write is sent again with its key each time the connection is lost', async () => {
    const fetched = serve(order, 2);
    const made = call(extendOrder, { params: { token: 't' }, key: 'k-1' });
    await waiting(1);
    setConnection('online');
    setConnection('offline');
    await waiting(2);
    setConnection('online');
    expect((await made).price).toBe(order.price);
    const keys = fetched.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'));
    expect(keys).toEqual(['"k-1"', '"k-1"', '"k-1"']);
  });

  it('a write with an incomplete reply is sent again with its key', async () => {
    const fetched = serve(order, 0);
    const broken = new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) });
    fetched.mockResolvedValueOnce(new Response(broken, { headers: { 'content-type': 'application/json' } }));
    const made = call(extendOrder, { params: { token: 't' }, key: 'k-1' });
    await waiting(1);
    setConnection('online');
    expect((await made).price).toBe(order.price);
    const keys = fetched.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'));
    expect(keys).toEqual(['"k-1"', '"k-1"']);
  });

  const chosen = { product_uuid: 'p', time_span_id: 't', quantity: 1, option_values: [], set_products: [] };
  const placed = { order_token: 't', order, dropped: [] };

  it('an order is sent again with a new bot-check token', async () => {
    const fetched = serve(placed, 1);
    let made = 0;
    const recaptcha = async () => `token-${++made}`;
    const sent = call(createOrder, { body: { lang: 'ja', ...chosen }, key: 'k-1', recaptcha });
    await waiting(1);
    setConnection('online');
    expect((await sent).order_token).toBe('t');
    const tokens = fetched.mock.calls.map(([, { headers }]) => new Headers(headers).get('x-recaptcha-token'));
    expect(tokens).toEqual(['token-1', 'token-2']);
  });

  it('an order whose bot-check token could not be created waits as well', async () => {
    const fetched = serve(placed, 0);
    const recaptcha = vi.fn(async () => 'token');
    recaptcha.mockRejectedValueOnce(new Failure({ code: 'bot_check_blocked', unknown: true }));
    const sent = call(createOrder, { body: { lang: 'ja', ...chosen }, key: 'k-1', recaptcha });
    await waiting(1);
    expect(fetched).not.toHaveBeenCalled();
    setConnection('online');
    expect((await sent).order_token).toBe('t');
  });

  it('a write without a key is not repeated', async () => {
    serve(order, 1);
    await expect(call(extendOrder, { params: { token: 't' } })).rejects.toMatchObject(down);
  });

  it('a call that is aborted stops waiting', async () => {
    const fetched = serve(langs, 9);
    const controller = new AbortController();
    const made = call(getLangs, { signal: controller.signal });
    await waiting(1);
    controller.abort();
    await expect(made).rejects.toThrow();
    setConnection('online');
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});

it.each(['online', 'offline'] as const)(
  'a call without a reply fails %s, there without app mode reconnect',
  async (state) => {
    setConnection(state);
    if (state === 'offline') end();
    serve(langs, 1);
    await expect(call(getLangs)).rejects.toMatchObject(down);
  },
);

it('the connection strip is notified when the connection is lost and when it is back', () => {
  const seen: boolean[] = [];
  const stop = connectionLost.subscribe(() => seen.push(connectionLost.get()));
  setConnection('offline');
  setConnection('online');
  stop();
  setConnection('offline');
  expect(seen).toEqual([true, false]);
});
