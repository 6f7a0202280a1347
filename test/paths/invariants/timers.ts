import { expect } from 'vitest';
import { warnBefore } from '#machines/hold/hold.logic.ts';
import type { Order } from '#src/domain/order.ts';
import type { Seen, WalkStep } from './seen.ts';

/** Responses that contain the end of the hold. */
const holdReplies = /^xstate\.done\.actor\.(placeOrder|readOrder|extendHold|retakeHold)$/;

type HoldReply = { readonly order: Order; readonly at: number };
const isHoldReply = (output: unknown): output is HoldReply =>
  typeof output === 'object' && output !== null && 'order' in output && 'at' in output;

/**
 * Everything that must happen by itself has a running timer (docs/charts.md#timers), and the hold's timers follow the server's
 * deadline.
 */
export const watchTimers = () => {
  let latest: HoldReply | null = null;
  return ({ event }: WalkStep, { screen, state, purchase, toast, running, waiting }: Seen): void => {
    if (holdReplies.test(event.type) && 'output' in event && isHoldReply(event.output)) latest = event.output;
    const clocks = waiting.filter(({ isClock }) => isClock);
    const ticks = (path: string) => clocks.some((one) => one.path.startsWith(`${path}/`));
    if (toast?.context.shown) expect(ticks('app/toast'), 'a toast has a timer').toBe(true);
    if (screen === 'signage' && state.endsWith('showing'))
      expect(ticks('app/signage'), 'a wall screen reloads').toBe(true);
    if (state === 'purchase.checkout.waiting')
      expect(ticks('app/purchase/checkout'), 'the outcome of a payment is queried again').toBe(true);

    const hold = running.find(({ path }) => path === 'app/purchase/hold');
    const isFilledIn = (['sign-in', 'payment', 'confirm'] as const).some((name) => purchase?.matches(name));
    const isOver = (['checkout', 'complete', 'cancelling'] as const).some((name) => purchase?.matches(name));
    if (isFilledIn) expect(hold, 'an open order has a hold chart').toBeDefined();
    if (isOver) expect(hold, 'no hold chart').toBeUndefined();
    if (!hold?.snapshot.hasTag('settled')) {
      const more = waiting.some(({ path }) => path === 'app/purchase/hold/extendHold');
      if (more && latest) expect(latest.order.extensions_left, 'extensions are left').toBeGreaterThan(0);
      return;
    }
    expect(ticks('app/purchase/hold'), 'the hold has a timer').toBe(true);
    const until = clocks.flatMap(({ path, input }) =>
      path.startsWith('app/purchase/hold/') && 'until' in input ? [input.until] : [],
    );
    const end = latest && latest.at + latest.order.seconds_left * 1000;
    if (end !== null) for (const one of until) expect([end, end - warnBefore], 'the hold’s timer').toContain(one);
  };
};
