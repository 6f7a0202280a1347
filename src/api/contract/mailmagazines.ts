import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { None } from './none.ts';

const MailMagazineSchema = v.object({
  /** The masked address to which it is sent. */
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

/** Stops it; with `is_active` true it goes on, unless the address was erased. Idempotent. */
export const putMailMagazine = endpoint({
  method: 'PUT',
  path: '/mailmagazines/{id}',
  query: v.object({ is_active: v.optional(v.picklist(['true', 'false'])) }),
  body: None,
  reply: MailMagazineSchema,
  write: true,
});
