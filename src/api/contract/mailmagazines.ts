import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { None } from './none.ts';

const MailMagazineSchema = v.object({
  /** Where it goes to, most of the address hidden. */
  email: v.string(),
  /** It is still sent. */
  is_active: v.boolean(),
});

export const getMailMagazine = endpoint({
  method: 'GET',
  path: '/mailmagazines/{id}',
  query: None,
  body: None,
  reply: MailMagazineSchema,
  ignored: [404],
});

/** Stopping what is stopped is fine. */
export const putMailMagazine = endpoint({
  method: 'PUT',
  path: '/mailmagazines/{id}',
  query: None,
  body: None,
  reply: MailMagazineSchema,
  write: true,
});
