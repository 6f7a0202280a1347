import * as v from 'valibot';
import { LangSchema } from '#src/domain/lang.ts';
import { Line } from '#src/domain/text.ts';
import { endpoint } from '../endpoint.ts';
import { None } from './none.ts';

/** An unknown mail and an unknown number get the same reply, ticket_not_found. Many wrong pairs of a visitor: rate_limited; a correct pair is never limited. */
export const getReservation = endpoint({
  method: 'GET',
  path: '/reservations',
  query: v.object({
    email: v.pipe(Line, v.nonEmpty(), v.maxLength(254)),
    reservation_number: v.pipe(Line, v.nonEmpty(), v.maxLength(64)),
  }),
  body: None,
  reply: v.object({ reservation_token: v.string() }),
});

/** The reply is the same for known and unknown addresses. Too many requests of a visitor: rate_limited. */
export const createReservationMail = endpoint({
  method: 'POST',
  path: '/reservations/mails',
  query: None,
  body: v.object({
    email: v.pipe(Line, v.nonEmpty(), v.maxLength(254)),
    /** Language of the mail. */
    lang: LangSchema,
  }),
  reply: v.object({ accepted: v.boolean() }),
  write: true,
});
