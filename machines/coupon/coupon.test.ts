import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { setApiBase } from '#src/api/call.ts';
import { order } from '#test/paths/answers.ts';
import { awaitOrder } from './coupon.actors.ts';

const answer = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

describe('an order that cannot be read', () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  beforeEach(() => {
    vi.useFakeTimers();
    setApiBase('https://shop.example/api/v1');
  });
  afterEach(() => {
    vi.useRealTimers();
    fetched.mockReset();
  });
  const read = () => createActor(awaitOrder, { input: { token: 'order-1' } }).start();

  it('is asked for until the line is back', async () => {
    fetched.mockRejectedValueOnce(new TypeError('offline'));
    fetched.mockResolvedValueOnce(answer(503, { code: 'connection_error' }));
    fetched.mockResolvedValue(answer(200, order));
    const reading = read();
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fetched).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(toPromise(reading)).resolves.toMatchObject({ order: { price: order.price } });
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  it('is given up where the server refuses it', async () => {
    fetched.mockResolvedValue(answer(410, { code: 'session_timeout' }));
    const reading = read();
    const end = expect(toPromise(reading)).rejects.toMatchObject({ note: { code: 'session_timeout' } });
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(4_000);
    await end;
  });
});
