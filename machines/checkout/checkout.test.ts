import { expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { queryOutcome } from './checkout.actors.ts';

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
