import { expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { openPageOf } from '#test/api/kit/page-of.ts';
import { postCheckout, queryOutcome } from './checkout.actors.ts';

it.each(['', '.', '..', '../orders', 'a b', 'あ', 'x'.repeat(256)])(
  'a visitor who returns with the reference “%s” reads that no payment is known, and nothing is requested',
  async (r) => {
    const sent = vi.spyOn(globalThis, 'fetch');
    const actor = createActor(queryOutcome, { input: { token: 'order-1', r, attempt: null } }).start();
    await expect(toPromise(actor)).rejects.toMatchObject({ details: { code: 'return_not_found' } });
    expect(sent).not.toHaveBeenCalled();
    sent.mockRestore();
  },
);

it.each([
  ['a limit of the shop’s server is known to have begun nothing', { code: 'rate_limited' }, false],
  ['a refusal by something before it leaves open what became of the payment', {}, true],
])('%s', async (_, problem, unknown) => {
  const body = JSON.stringify(problem);
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '3516' };
  openPageOf('http://shop.example/');
  const sent = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status: 429, headers }));
  const payment = { token: 'token', brand: '', last4: '' };
  const input = { token: 'order-1', lang: 'ja', price: 0, visit: null, method: 'free', payment, key: 'key' } as const;
  await expect(toPromise(createActor(postCheckout, { input }).start())).rejects.toMatchObject({ details: { unknown } });
  sent.mockRestore();
  vi.unstubAllGlobals();
});
