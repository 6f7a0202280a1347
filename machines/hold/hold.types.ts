import * as v from 'valibot';
import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import type { Tag } from '#machines/shared/screens.ts';
import { withAttempt } from '#machines/shared/stored.types.ts';
import type { Order } from '#src/domain/order.ts';
import { Moment } from '#src/domain/product.ts';

export const HoldContextSchema = v.object({
  ...withAttempt,
  token: v.string(),
  /** When the hold ends, ms since 1970 by this device's clock: arrival of the reply plus the server's seconds left. */
  expiresAt: v.number(),
  extensionsLeft: v.number(),
  /** Last admission of the visit, if the hold ends with it. */
  lastAdmission: v.nullable(Moment),
  warned: v.boolean(),
});
export type HoldContext = v.InferOutput<typeof HoldContextSchema>;

/** The seats that an order holds. `ended`: the hold had already ended when the order was read. */
export type Seats = Pick<HoldContext, 'token' | 'expiresAt' | 'extensionsLeft' | 'lastAdmission'> & { ended: boolean };

export type ExtendInput = { token: string; key: string };
export type LookInput = { token: string };
/** `at`: when the reply arrived, ms since 1970. */
export type Extended = { order: Order; at: number };

export type HoldTypes = {
  context: HoldContext;
  events:
    | { type: 'hold.begin'; seats: Seats }
    /** The order is paid, being paid, given up or read again. */
    | { type: 'hold.end' }
    | { type: 'hold.extend' }
    /** The page is visible again, or another tab ended an order, perhaps this one. */
    | { type: 'page.returned' }
    | DoneActorEvent<Extended, 'lookAtOrder'>
    | ErrorActorEvent<unknown, 'lookAtOrder'>;
  tags: Tag;
  children: {
    holdWarning: 'wait';
    holdDeadline: 'wait';
    holdRetry: 'wait';
    extendHold: 'extendHold';
    retakeHold: 'extendHold';
    lookAtOrder: 'lookAtOrder';
  };
};
