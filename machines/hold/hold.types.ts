import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import type { Attempt } from '#machines/shared/attempt.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { Order } from '#src/domain/order.ts';

export type HoldInput = {
  token: string;
  /** When the hold ends, ms since 1970 by this device's clock: arrival of the reply plus the server's seconds left. */
  expiresAt: number;
  extensionsLeft: number;
  /** The hold had already ended when the order was read. */
  ended: boolean;
};

export type HoldContext = HoldInput & { attempt: Attempt | null; warned: boolean; failure: FailureDetails | null };

export type HoldEvent =
  | { type: 'hold.extend' }
  /** The page is visible again, or another tab ended an order, perhaps this one. */
  | { type: 'page.returned' }
  | DoneActorEvent<Extended, 'extendHold' | 'retakeHold' | 'lookAtOrder'>
  | DoneActorEvent<number, 'holdWarning' | 'holdDeadline' | 'holdRetry'>
  | ErrorActorEvent;

/** A hold ends only by being lost. */
export type HoldOutput = { failure: FailureDetails };

export type ExtendInput = { token: string; key: string };
export type LookInput = { token: string };
/** `at`: when the reply arrived, ms since 1970. */
export type Extended = { order: Order; at: number };
