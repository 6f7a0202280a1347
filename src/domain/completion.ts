import * as v from 'valibot';

/**
 * For a paid order the buyer gets the reservation number, the token of the ticket's link, where the mail was sent, mostly
 * masked, and the wallets that take the ticket. A browser that did not pay gets the number's last four characters, no token and
 * no wallets.
 */
export const CompletionSchema = v.object({
  reservation_number: v.string(),
  reservation_token: v.string(),
  sent_to: v.optional(v.string()),
  wallets: v.optional(v.array(v.string())),
});
export type Completion = v.InferOutput<typeof CompletionSchema>;
