import { expect } from 'vitest';
import type { Seen, WalkStep } from './seen.ts';

/** docs/product.md#dialogs: dialogs are queued; an answer removes the first one and no other. */
export const watchQueues = (first: Seen) => {
  let before = first;
  return ({ event }: WalkStep, now: Seen): void => {
    const [answered, ...others] = before.dialog?.context.queue ?? [];
    before = now;
    for (const { number, about, okAction } of now.dialog?.context.queue ?? []) {
      expect(
        okAction === undefined || about !== undefined,
        `dialog ${number} has an action, so it is about a fact`,
      ).toBe(true);
      const hold = now.running.find(({ path }) => path === 'app/purchase/hold');
      if (about === 'hold' && number === 1)
        expect(hold?.snapshot.value, 'the warning is about a hold that ends').toBe('warned');
    }
    if (!answered || !['dialog.ok', 'dialog.cancel', 'dialog.dismiss'].includes(event.type)) return;
    const numbers = (row: readonly { number: number }[]) => row.map(({ number }) => number);
    const remaining = numbers(now.dialog?.context.queue ?? []);
    expect(remaining.slice(0, others.length), `${event.type} answers the first dialog`).toEqual(numbers(others));
    // An OK may lead to a new dialog.
    if (event.type !== 'dialog.ok') expect(remaining).toHaveLength(others.length);
    else expect(now.dialog?.context.queue, 'an answered dialog is removed').not.toContain(answered);
  };
};
