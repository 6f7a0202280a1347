import * as v from 'valibot';
import type { PageTypes } from '#machines/shared/screens.ts';
import { ofLink, withAttempt } from '#machines/shared/stored.types.ts';
import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { TicketSchema } from '#src/domain/ticket.ts';

/** By mail to a recipient, or as a ticket with its own link. */
const WaySchema = v.picklist(['mail', 'link']);
export type Way = v.InferOutput<typeof WaySchema>;

/** How many of one option. */
const PartSchema = v.object({ id: v.string(), count: v.number() });
export type Part = v.InferOutput<typeof PartSchema>;

/** The confirmed transfer. A retry sends exactly the same, so that the server recognises it by its key. */
const TransferSchema = v.object({
  way: WaySchema,
  email: v.string(),
  note: v.string(),
  lang: LangSchema,
  option_values: v.array(PartSchema),
});
export type Transfer = v.InferOutput<typeof TransferSchema>;

/** The recipient's address, or the token of the new ticket's link; the other one is ''. */
const SendResultSchema = v.object({ quantity: v.number(), sent_to: v.string(), reservation_token: v.string() });
export type SendResult = v.InferOutput<typeof SendResultSchema>;

export const SendContextSchema = v.object({
  ...ofLink,
  ...withAttempt,
  ticket: v.nullable(TicketSchema),
  /** The selected people; at first one. */
  parts: v.array(PartSchema),
  way: WaySchema,
  /** Unsent input: address and note. */
  fields: v.record(v.string(), v.string()),
  transfer: v.nullable(TransferSchema),
  result: v.nullable(SendResultSchema),
});
export type SendContext = v.InferOutput<typeof SendContextSchema>;

export type HandOverInput = { token: string; transfer: Transfer | null; key: string };

export type SendTypes = PageTypes & {
  context: SendContext;
  events:
    | { type: 'page.restored' }
    | { type: 'people.set'; part: Part }
    | { type: 'way.choose'; way: Way }
    | { type: 'draft.kept'; form: string; fields: Record<string, string> }
    | { type: 'send.check'; email: string; note: string }
    | { type: 'send.submit' }
    | { type: 'send.again' }
    | { type: 'step.back' }
    | { type: 'ticket.again' };
  input: TicketInput;
  children: { readTicket: 'readTicket'; handOver: 'handOver' };
};
