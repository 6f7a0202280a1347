import { expect } from 'vitest';
import type { Seen, WalkStep } from './seen.ts';

/** docs/product.md#dialogs: dialogs are queued; an answer removes the first one and no other. */
export const watchQueues = (first: Seen) => {
  let before = first;
  return ({ event }: WalkStep, now: Seen): void => {
    const [answered, ...others] = before.dialog?.context.queue ?? [];
    before = now;
    if (!answered || !['dialog.ok', 'dialog.cancel', 'dialog.dismiss'].includes(event.type)) return;
    const numbers = (row: readonly { number: number }[]) => row.map(({ number }) => number);
    const remaining = numbers(now.dialog?.context.queue ?? []);
    expect(remaining.slice(0, others.length), `${event.type} answers the first dialog`).toEqual(numbers(others));
    // An OK may lead to a new dialog.
    if (event.type !== 'dialog.ok') expect(remaining).toHaveLength(others.length);
    else expect(now.dialog?.context.queue, 'an answered dialog is removed').not.toContain(answered);
  };
};
