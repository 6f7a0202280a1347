import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { None } from './none.ts';

/** Unknown mail and unknown number get one answer: ticket_not_found. Ten wrong tries in ten minutes: rate_limited. */
export const getReservation = endpoint({
  method: 'GET',
  path: '/reservations',
  summary: 'The ticket of a mail address and a reservation number',
  query: v.object({
    email: v.pipe(v.string(), v.nonEmpty(), v.maxLength(254)),
    reservation_number: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  }),
  body: None,
  reply: v.object({ reservation_token: v.string() }),
});
