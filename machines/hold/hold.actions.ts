import type { Extended, HoldContext } from './hold.types.ts';

/** In: the extended order. Out: the new deadline by this device's clock, and a key for the next request. */
export const extended = (context: HoldContext, { order, at }: Extended): Partial<HoldContext> => ({
  expiresAt: at + order.seconds_left * 1000,
  extensionsLeft: order.extensions_left,
  turn: context.turn + 1,
  warned: false,
  note: null,
});
