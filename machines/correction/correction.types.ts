import * as v from 'valibot';
import type { Tag } from '#machines/shared/screens.ts';
import { withAttempt } from '#machines/shared/stored.types.ts';
import { type Completion, CompletionSchema } from '#src/domain/completion.ts';
import type { TypedFields } from '#src/domain/customer.ts';
import { SiteRulesSchema } from '#src/domain/site.ts';

export const CorrectionContextSchema = v.object({
  ...withAttempt,
  site: SiteRulesSchema,
  /** With the masked address, and the token of the link, after the last correction. */
  completion: v.nullable(CompletionSchema),
  typed: v.object({ email: v.string() }),
  /** Effect of the last correction: it mailed the ticket again, or also replaced its link. Null before one. */
  outcome: v.nullable(v.picklist(['mailed', 'replaced'])),
});
export type CorrectionContext = v.InferOutput<typeof CorrectionContextSchema>;

export type CorrectInput = { token: string; email: string; key: string };
/** `reservation_token` is '' if the new link is only in the mail. */
export type Corrected = { reservation_token: string; sent_to: string };
/** Sent to the purchase once the address is corrected. */
export type CorrectedEvent = { type: 'email.corrected'; completion: Completion | null };

export type CorrectionTypes = {
  context: CorrectionContext;
  events:
    | { type: 'email.correct' }
    | { type: 'draft.kept'; form: string; fields: TypedFields }
    | { type: 'email.submit'; email: string }
    | { type: 'email.keep' };
  input: Pick<CorrectionContext, 'site' | 'completion'>;
  tags: Tag;
  children: { correctEmail: 'correctEmail' };
};
