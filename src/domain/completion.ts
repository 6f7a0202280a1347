import * as v from 'valibot';

/**
 * What the buyer gets for a paid order: the reservation number and the token of the ticket's link. A browser that did not pay
 * gets the number's last four characters, no token, and where the mail was sent, mostly masked.
 */
export const CompletionSchema = v.object({
  reservation_number: v.string(),
  reservation_token: v.string(),
  sent_to: v.optional(v.string()),
});
export type Completion = v.InferOutput<typeof CompletionSchema>;
