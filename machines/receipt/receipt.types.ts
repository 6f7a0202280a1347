import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import type { FailureNote } from '#src/domain/failures.ts';
import type { Receipt } from '#src/domain/receipt.ts';

/** To whom it is made out stands on the page alone, so it is neither here nor anywhere else. */
export type ReceiptContext = TicketInput & {
  receipt: Receipt | null;
  /** Why there is none: the server's refusal, or the line. */
  note: FailureNote | null;
};
export type ReceiptEvent = { type: 'receipt.again' };
