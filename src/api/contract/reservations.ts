import * as v from 'valibot';
import { maxLengths } from '#src/domain/customer.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { lineOf } from '#src/domain/text.ts';
import { endpoint } from './define.ts';

/** An unknown mail and an unknown number get the same reply, ticket_not_found. Many wrong pairs of a visitor: rate_limited; a correct pair is never limited. */
export const getReservation = endpoint({
  path: '/reservations',
  query: v.object({
    email: v.pipe(lineOf(maxLengths.email), v.nonEmpty()),
    reservation_number: v.pipe(lineOf(64), v.nonEmpty()),
  }),
  reply: v.object({ reservation_token: v.string() }),
});

/** The reply is the same for known and unknown addresses. Too many requests of a visitor: rate_limited. */
export const createReservationMail = endpoint({
  method: 'POST',
  path: '/reservations/mails',
  body: v.object({
    email: v.pipe(lineOf(maxLengths.email), v.nonEmpty()),
    lang: LangSchema,
  }),
  reply: v.object({ accepted: v.boolean() }),
});
