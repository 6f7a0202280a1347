import * as v from 'valibot';

/** What a paid order leaves with the visitor: the number to quote and the token of the ticket's link. */
export const CompletionSchema = v.object({
  reservation_number: v.string(),
  reservation_token: v.string(),
});
export type Completion = v.InferOutput<typeof CompletionSchema>;
