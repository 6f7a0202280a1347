import type { PageTypes } from '#machines/shared/screens.ts';
import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { Receipt } from '#src/domain/receipt.ts';

/** The recipient's name is only in the page's component state, so that it is not stored. */
export type ReceiptContext = TicketInput & {
  receipt: Receipt | null;
  /** Why there is no receipt: a refusal by the server, or a lost connection. */
  failure: FailureDetails | null;
};

export type ReceiptTypes = PageTypes & {
  context: ReceiptContext;
  events: { type: 'receipt.again' };
  input: TicketInput;
  children: { readReceipt: 'readReceipt' };
};
