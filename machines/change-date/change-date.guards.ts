import type { CheckoutOutput } from '#machines/checkout/checkout.types.ts';
import { failureIn, isUnknownLink } from '#machines/shared/errors.ts';
import type { Method } from '#src/domain/payment.ts';
import type { ChangeDateContext, ChangeDateEvent } from './change-date.types.ts';

type Fact = { context: ChangeDateContext; event: ChangeDateEvent };

export const guards = {
  isUnknownLink,
  isClosed: ({ context }: Fact) => context.ticket?.actions.change_date !== null,
  hasTimespan: ({ context }: Fact) => context.choice.timespan !== null,
  hasMethod: (_: unknown, method: Method | null) => method !== null,
  isUnchanged: ({ context }: Fact) => context.result === null,
  isChanged: ({ context }: Fact) => context.result !== null,
  /** The ticket has changed since it was read. */
  isRefused: ({ event }: Fact) => ['cannot_change_ticket', 'token_not_found'].includes(failureIn(event).code),
  isSlotRefused: ({ event }: Fact) =>
    [
      'seat_reserve_error',
      'dearer_slot',
      'ticket_not_on_sale',
      'product_change_date_error',
      'coupon_out_of_coverage',
    ].includes(failureIn(event).code),
  /** The seats could not be held until they were paid, or their visit was moved. */
  isSlotLost: (_: unknown, { failure }: CheckoutOutput) =>
    ['session_timeout', 'invalid_input'].includes(failure?.code ?? ''),
  /** The ticket is not as it was, and the money goes back; or another payment was made. */
  isOver: (_: unknown, { failure }: CheckoutOutput) =>
    ['payment_refunded', 'order_closed', 'token_not_found'].includes(failure?.code ?? ''),
};
