import type { CheckoutOutput } from '#machines/checkout/checkout.types.ts';
import { failureIn, isUnknownLink } from '#machines/shared/errors.ts';
import type { FailureCode } from '#src/domain/failures.ts';
import type { Method } from '#src/domain/payment.ts';
import type { ChangeDateContext, ChangeDateEvent } from './change-date.types.ts';

type Fact = { context: ChangeDateContext; event: ChangeDateEvent };

const isOneOf = (code: FailureCode | undefined, ...codes: readonly FailureCode[]): boolean =>
  code !== undefined && codes.includes(code);

export const guards = {
  isUnknownLink,
  isClosed: ({ context }: Fact) => context.ticket?.actions.change_date !== null,
  hasTimespan: ({ context }: Fact) => context.choice.timespan !== null,
  hasMethod: (_: unknown, method: Method | null) => method !== null,
  isUnchanged: ({ context }: Fact) => context.result === null,
  isChanged: ({ context }: Fact) => context.result !== null,
  /** The ticket has changed since it was read. */
  isRefused: ({ event }: Fact) => isOneOf(failureIn(event).code, 'cannot_change_ticket', 'token_not_found'),
  isSlotRefused: ({ event }: Fact) =>
    isOneOf(
      failureIn(event).code,
      'seat_reserve_error',
      'dearer_slot',
      'ticket_not_on_sale',
      'product_change_date_error',
      'coupon_out_of_coverage',
    ),
  /** The seats could not be held until they were paid, or their visit was moved. */
  isSlotLost: (_: unknown, { failure }: CheckoutOutput) => isOneOf(failure?.code, 'session_timeout', 'invalid_input'),
  /** The ticket is not as it was, and the money goes back; or another payment was made. */
  isOver: (_: unknown, { failure }: CheckoutOutput) =>
    isOneOf(failure?.code, 'payment_refunded', 'order_closed', 'token_not_found'),
};
