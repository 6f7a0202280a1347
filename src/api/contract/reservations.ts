import * as v from 'valibot';
import { LangSchema } from '#src/domain/lang.ts';
import { endpoint } from '../endpoint.ts';
import { None } from './none.ts';

/** Unknown mail and unknown number get one answer: ticket_not_found. Many wrong tries of one visitor: rate_limited; a right pair never. */
export const getReservation = endpoint({
  method: 'GET',
  path: '/reservations',
  query: v.object({
    email: v.pipe(v.string(), v.nonEmpty(), v.maxLength(254)),
    reservation_number: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  }),
  body: None,
  reply: v.object({ reservation_token: v.string() }),
});

/** One answer whether anything is known of the address or not. Asked too often by one visitor: rate_limited. */
export const createReservationMail = endpoint({
  method: 'POST',
  path: '/reservations/mails',
  query: None,
  body: v.object({
    email: v.pipe(v.string(), v.nonEmpty(), v.maxLength(254)),
    /** Of the mail. */
    lang: LangSchema,
  }),
  reply: v.object({ accepted: v.boolean() }),
  write: true,
});
