import * as v from 'valibot';

/**
 * What a paid order leaves with the visitor: the number to quote and the token of the ticket's link. A browser that did not
 * pay gets the number's last four signs, no token, and where the mail went, most of the address hidden.
 */
export const CompletionSchema = v.object({
  reservation_number: v.string(),
  reservation_token: v.string(),
  sent_to: v.optional(v.string()),
});
export type Completion = v.InferOutput<typeof CompletionSchema>;
