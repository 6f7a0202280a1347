import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';
import { quantityOf } from '#src/domain/order.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import type { Part, SendContext, Transfer } from './send.types.ts';

type Some = Partial<SendContext>;

/**
 * Everybody is selected at first; counts are limited to the people still on the ticket. Entry codes are removed, because the
 * snapshot is stored.
 */
export const applyTicket = ({ parts }: SendContext, ticket: Ticket): Some => ({
  ticket: { ...ticket, entry_code: '', people: [] },
  parts: ticket.order_options.map(({ id, quantity }) => ({
    id,
    count: Math.min(quantity, parts.find((part) => part.id === id)?.count ?? quantity),
  })),
});

/** Sets how many people of one kind are sent. */
export const setPart = ({ parts }: SendContext, part: Part): Some => ({
  parts: parts.map((one) => (one.id === part.id ? part : one)),
});

const contentOf = (transfer: Transfer | null): string => JSON.stringify({ ...transfer, key: '', lang: '' });

/** If the outcome is unknown, re-submitting the same content reuses the idempotency key. */
export const prepareTransfer = (context: SendContext, { email, note }: { email: string; note: string }): Some => {
  const { way, lang, parts } = context;
  const option_values = parts.filter(({ count }) => count > 0);
  const text = way === 'mail' ? { email, note } : { email: '', note: '' };
  const transfer = { way, ...text, lang, option_values, key: newIdempotencyKey() };
  if (context.failure?.unknown && contentOf(transfer) === contentOf(context.transfer)) return {};
  return { transfer, failure: null };
};

/** After a definite failure the next attempt gets a new key. */
export const newKey = ({ transfer }: SendContext): Some =>
  transfer ? { transfer: { ...transfer, key: newIdempotencyKey() } } : {};

/** True if nobody is selected. */
export const isNobodySelected = ({ parts }: SendContext): boolean => quantityOf(parts) === 0;

/** True if a split would take all people of the ticket. */
export const isWhole = ({ way, parts, ticket }: SendContext): boolean =>
  way === 'link' && quantityOf(parts) === ticket?.quantity;
