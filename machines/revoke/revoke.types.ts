import * as v from 'valibot';
import type { PageTypes } from '#machines/shared/screens.ts';
import { ofLink, withAttempt } from '#machines/shared/stored.types.ts';
import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import { TicketSchema } from '#src/domain/ticket.ts';

export const RevokeContextSchema = v.object({
  ...ofLink,
  ...withAttempt,
  ticket: v.nullable(TicketSchema),
  /** Where the new link was mailed, mostly masked; '' when only the server knows. Null before it is replaced. */
  sentTo: v.nullable(v.string()),
});

export type RevokeInput = { token: string; key: string };

export type RevokeTypes = PageTypes & {
  context: v.InferOutput<typeof RevokeContextSchema>;
  events: { type: 'page.restored' } | { type: 'revoke.submit' } | { type: 'ticket.again' };
  input: TicketInput;
  children: { readTicket: 'readTicket'; revokeTicket: 'revokeTicket' };
};
