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

/** Idempotent: also succeeds for a stopped subscription. */
export const putMailMagazine = endpoint({
  method: 'PUT',
  path: '/mailmagazines/{id}',
  query: None,
  body: None,
  reply: MailMagazineSchema,
  write: true,
});
