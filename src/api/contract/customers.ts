import * as v from 'valibot';
import { customerFields, maxLengths } from '#src/domain/customer.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { OrderSchema } from '#src/domain/order.ts';
import { lineOf } from '#src/domain/text.ts';
import { endpoint } from './define.ts';

/** Which fields a site has, and what they must hold, its templates say. */
const CustomerBody = v.object({
  ...v.entriesFromList(customerFields, lineOf(maxLengths.other)),
  fullname: lineOf(maxLengths.fullname),
  email: lineOf(maxLengths.email),
});

export const putOrder = endpoint({
  method: 'PUT',
  path: '/orders/{token}',
  body: CustomerBody,
  reply: OrderSchema,
});

/** Customer data that must be confirmed by mail before payment. */
export const createOrderMail = endpoint({
  method: 'POST',
  path: '/ordermails/{token}',
  /** `lang`: of the mail, by default the order's. */
  body: v.object({ ...CustomerBody.entries, lang: v.optional(LangSchema) }),
  reply: v.object({ sent_to: v.string() }),
});
