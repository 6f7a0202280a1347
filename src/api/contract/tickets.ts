import * as v from 'valibot';
import { VisitPeriodSchema } from '#src/domain/checkout.ts';
import { maxLengths } from '#src/domain/customer.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { OrderSchema } from '#src/domain/order.ts';
import { Count, Yen } from '#src/domain/product.ts';
import { ReceiptSchema } from '#src/domain/receipt.ts';
import { atMost, Line, Lines, lineOf, maxNoteLength } from '#src/domain/text.ts';
import { SharedTicketSchema, TicketSchema } from '#src/domain/ticket.ts';
import { endpoint } from '../endpoint.ts';

/** Language of the reply's texts; by default the ticket's. */
const LangQuery = v.object({ lang: v.optional(LangSchema) });

const Mail = v.pipe(lineOf(maxLengths.email), v.nonEmpty());

const Id = v.pipe(Line, v.nonEmpty(), v.maxLength(128));

const OptionValues = v.pipe(v.array(v.object({ id: Id, count: Count })), v.maxLength(50));

/** The time that a ticket moves to; `visit` as with checkout. */
const MoveBody = v.object({ time_span_id: Id, visit: v.optional(VisitPeriodSchema) });

export const getTicket = endpoint({
  path: '/tickets/{reservation_token}',
  query: LangQuery,
  reply: TicketSchema,
  ignored: [404],
});

/** While a ticket is shared only the share link shows the entry code. Idempotent: returns the same token again. */
export const shareTicket = endpoint({
  method: 'POST',
  path: '/tickets/{reservation_token}/share',
  reply: v.object({ share_token: v.string() }),
});

/** Refused once the ticket is used: cannot_change_ticket. */
export const stopSharing = endpoint({
  method: 'DELETE',
  path: '/tickets/{reservation_token}/share',
  reply: v.object({ stopped: v.boolean() }),
});

export const getSharedTicket = endpoint({
  path: '/tickets/shared/{share_token}',
  query: LangQuery,
  reply: SharedTicketSchema,
  ignored: [404],
});

/** Refused: cannot_change_ticket, split_option_less_than_one, invalid_quantity. */
export const sendTicket = endpoint({
  method: 'POST',
  path: '/tickets/{reservation_token}/send',
  body: v.object({
    email: Mail,
    note: v.pipe(Lines, atMost(maxNoteLength)),
    /** Language of the mail and of the new ticket. */
    lang: LangSchema,
    option_values: OptionValues,
  }),
  reply: v.object({ sent_to: v.string(), quantity: Count }),
});

/**
 * `reservation_token` is '' for a retry after the new ticket's link was replaced. Refused: cannot_change_ticket, split_no_child,
 * split_option_less_than_one, invalid_quantity.
 */
export const splitTicket = endpoint({
  method: 'POST',
  path: '/tickets/{reservation_token}/split',
  body: v.object({ option_values: OptionValues }),
  reply: v.object({ reservation_token: v.string(), quantity: Count }),
});

/**
 * `reservation_token` as with a split. Refused: cannot_change_ticket, product_change_date_error, ticket_not_on_sale, dearer_slot
 * (also where the time is to be paid), seat_reserve_error, coupon_out_of_coverage.
 */
export const changeDate = endpoint({
  method: 'POST',
  path: '/tickets/{reservation_token}/changedate',
  body: MoveBody,
  reply: v.object({ reservation_token: v.string() }),
});

/**
 * An order that holds the seats of a time which is not free of charge; once it is paid, by the ordinary calls, the buyer's ticket moves
 * there, and the completion has the new one. Refused as `changeDate`, and rate_limited.
 */
export const createChange = endpoint({
  method: 'POST',
  path: '/tickets/{reservation_token}/changedate/order',
  body: MoveBody,
  reply: v.object({ order_token: v.string(), order: OrderSchema }),
});

/** The buyer's choice after a move by the venue: the whole order ends, and its money goes back. Refused: cannot_change_ticket. */
export const refundTicket = endpoint({
  method: 'POST',
  path: '/tickets/{reservation_token}/refund',
  reply: v.object({ amount: Yen }),
});

/** Refused: cannot_change_ticket, rate_limited. Anyone with the link can make the request, so the new link is only mailed to the holder. */
export const revokeTicket = endpoint({
  method: 'POST',
  path: '/tickets/{reservation_token}/revoke',
  reply: v.object({ sent_to: v.string() }),
});

/**
 * Corrects the mail address of a purchase, for the browser that paid it; the ticket is mailed again, by a new link unless the
 * address is the same. Refused: cannot_change_ticket, rate_limited.
 */
export const correctEmail = endpoint({
  method: 'PUT',
  path: '/tickets/{reservation_token}/email',
  body: v.object({ email: Mail }),
  reply: v.object({ reservation_token: v.string(), sent_to: v.string() }),
  browser: true,
});

export const getReceipt = endpoint({
  path: '/tickets/{reservation_token}/receipt',
  query: LangQuery,
  reply: ReceiptSchema,
  ignored: [404],
});

/** An unknown mail and an unknown number get the same reply, ticket_not_found. Many wrong pairs of a visitor: rate_limited; a correct pair is never limited. */
export const getReservation = endpoint({
  path: '/reservations',
  query: v.object({ email: Mail, reservation_number: v.pipe(lineOf(64), v.nonEmpty()) }),
  reply: v.object({ reservation_token: v.string() }),
});

/** The reply is the same for known and unknown addresses. Too many requests of a visitor: rate_limited. */
export const createReservationMail = endpoint({
  method: 'POST',
  path: '/reservations/mails',
  body: v.object({ email: Mail, lang: LangSchema }),
  reply: v.object({ accepted: v.boolean() }),
});

const MailMagazineSchema = v.object({
  /** The masked address to which it is sent. */
  email: v.string(),
  /** It is still sent. */
  is_active: v.boolean(),
});

export const getMailMagazine = endpoint({
  path: '/mailmagazines/{id}',
  reply: MailMagazineSchema,
  ignored: [404],
});

/** Stops the newsletter; `is_active` true resumes it, unless the address was erased. Idempotent. */
export const putMailMagazine = endpoint({
  method: 'PUT',
  path: '/mailmagazines/{id}',
  query: v.object({ is_active: v.optional(v.picklist(['true', 'false'])) }),
  reply: MailMagazineSchema,
});
