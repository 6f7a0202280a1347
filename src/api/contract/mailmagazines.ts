import * as v from 'valibot';
import { endpoint } from './define.ts';

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
