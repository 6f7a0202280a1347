import { startAttempt } from '#machines/shared/attempt.ts';
import { withoutSecrets } from '#machines/shared/stored-ticket.ts';
import { quantityOf } from '#src/domain/order-lines.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import type { Part, SendContext, Transfer } from './send.types.ts';

type Some = Partial<SendContext>;

/** Selects one person at first, and never more than are still on the ticket. */
export const applyTicket = ({ parts }: SendContext, ticket: Ticket): Some => {
  const first = ticket.order_options.find(({ quantity }) => quantity > 0);
  return {
    ticket: withoutSecrets(ticket),
    parts: ticket.order_options.map(({ id, quantity }) => ({
      id,
      count: Math.min(quantity, parts.find((part) => part.id === id)?.count ?? (id === first?.id ? 1 : 0)),
    })),
  };
};

/** Sets how many people of one kind are sent. */
export const setPart = ({ parts }: SendContext, part: Part): Some => ({
  parts: parts.map((one) => (one.id === part.id ? part : one)),
});

/** The content by which two transfers are compared; another language of the page makes no other transfer. */
const contentOf = ({ lang, ...content }: Transfer) => content;

/** Starts the request of what was confirmed. */
export const startTransfer = ({ attempt, transfer }: SendContext): Some =>
  transfer ? { attempt: startAttempt(attempt, contentOf(transfer)), failure: null } : {};

/** While the outcome of the same transfer is unknown, it is sent again exactly as it was. */
export const prepareTransfer = (context: SendContext, { email, note }: { email: string; note: string }): Some => {
  const { way, lang, parts } = context;
  const option_values = parts.filter(({ count }) => count > 0);
  const text = way === 'mail' ? { email, note } : { email: '', note: '' };
  const transfer = { way, ...text, lang, option_values };
  const isSent = context.attempt?.content === JSON.stringify(contentOf(transfer));
  return isSent ? {} : { transfer, failure: null };
};

export const isNobodySelected = ({ parts }: SendContext): boolean => quantityOf(parts) === 0;

/** True if a split would take all people of the ticket. */
export const isWhole = ({ way, parts, ticket }: SendContext): boolean =>
  way === 'link' && quantityOf(parts) === ticket?.quantity;
