import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';
import { quantityOf } from '#src/domain/order.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import type { Parcel, Part, SendContext } from './send.types.ts';

type Some = Partial<SendContext>;

/** Everybody goes until the visitor says otherwise; nobody goes who is not there any more. Codes are not kept. */
export const ticketRead = ({ parts }: SendContext, ticket: Ticket): Some => ({
  ticket: { ...ticket, entry_code: '', people: [] },
  parts: ticket.order_options.map(({ id, quantity }) => ({
    id,
    count: Math.min(quantity, parts.find((part) => part.id === id)?.count ?? quantity),
  })),
});

/** How many go of one kind. */
export const partSet = ({ parts }: SendContext, part: Part): Some => ({
  parts: parts.map((one) => (one.id === part.id ? part : one)),
});

const said = (parcel: Parcel | null): string => JSON.stringify({ ...parcel, key: '', lang: '' });

/** A parcel of which nobody knows whether it went is kept as it is when it is packed again. */
export const packed = (context: SendContext, { email, note }: { email: string; note: string }): Some => {
  const { way, lang, parts } = context;
  const option_values = parts.filter(({ count }) => count > 0);
  const text = way === 'mail' ? { email, note } : { email: '', note: '' };
  const parcel = { way, ...text, lang, option_values, key: newIdempotencyKey() };
  if (context.note?.unknown && said(parcel) === said(context.parcel)) return {};
  return { parcel, note: null };
};

/** After a definite failure the next attempt is another one. */
export const newKey = ({ parcel }: SendContext): Some =>
  parcel ? { parcel: { ...parcel, key: newIdempotencyKey() } } : {};

/** Whether nobody was chosen. */
export const isNobody = ({ parts }: SendContext): boolean => quantityOf(parts) === 0;

/** Whether nobody would stay on a ticket that is split. */
export const isWhole = ({ way, parts, ticket }: SendContext): boolean =>
  way === 'link' && quantityOf(parts) === ticket?.quantity;
