import { expect } from 'vitest';
import { warnBefore } from '#machines/hold/hold.types.ts';
import type { Order } from '#src/domain/order.ts';
import type { Did, Seen } from './seen.ts';

/** Responses that contain the end of the hold. */
const telling = /^xstate\.done\.actor\.(placeOrder|readOrder|extendHold|retakeHold)$/;

type Told = { readonly order: Order; readonly at: number };
const isTold = (output: unknown): output is Told =>
  typeof output === 'object' && output !== null && 'order' in output && 'at' in output;

/**
 * Everything that must happen by itself has a running timer (docs/charts.md#timers), and the hold's timers follow the server's
 * deadline.
 */
export const watchClocks = () => {
  let told: Told | null = null;
  return ({ event }: Did, { screen, state, purchase, toast, running, waiting }: Seen): void => {
    if (telling.test(event.type) && 'output' in event && isTold(event.output)) told = event.output;
    const clocks = waiting.filter(({ isClock }) => isClock);
    const ticks = (path: string) => clocks.some((one) => one.path.startsWith(`${path}/`));
    if (toast?.context.shown) expect(ticks('app/toast'), 'a toast is shown for a while').toBe(true);
    if (screen === 'signage' && state.endsWith('showing'))
      expect(ticks('app/signage'), 'a wall looks again').toBe(true);
    if (state === 'purchase.checkout.waiting')
      expect(ticks('app/purchase/checkout'), 'what became of a payment is asked again').toBe(true);

    const hold = running.find(({ path }) => path === 'app/purchase/hold');
    const isFilledIn = (['sign-in', 'payment', 'confirm'] as const).some((name) => purchase?.matches(name));
    const isOver = (['checkout', 'complete', 'cancelling'] as const).some((name) => purchase?.matches(name));
    if (isFilledIn) expect(hold, 'seats of an order are watched').toBeDefined();
    if (isOver) expect(hold, 'no seats to be watched').toBeUndefined();
    if (!hold?.snapshot.hasTag('settled')) {
      const more = waiting.some(({ path }) => path === 'app/purchase/hold/extendHold');
      if (more && told) expect(told.order.extensions_left, 'more time is to be had').toBeGreaterThan(0);
      return;
    }
    expect(ticks('app/purchase/hold'), 'seats have a clock').toBe(true);
    const until = clocks.flatMap(({ path, input }) =>
      path.startsWith('app/purchase/hold/') && 'until' in input ? [input.until] : [],
    );
    const end = told && told.at + told.order.seconds_left * 1000;
    if (end !== null) for (const one of until) expect([end, end - warnBefore], 'the seats’ clock').toContain(one);
  };
};
