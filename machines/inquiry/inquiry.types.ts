import * as v from 'valibot';
import type { PageTypes } from '#machines/shared/screens.ts';
import { withAttempt } from '#machines/shared/stored.types.ts';
import type { TypedFields } from '#src/domain/customer.ts';
import { type Lang, LangSchema } from '#src/domain/lang.ts';

export const InquiryContextSchema = v.object({
  ...withAttempt,
  lang: LangSchema,
  /** Mail address and reservation number as typed. */
  typed: v.nullable(v.record(v.string(), v.string())),
  /** The visitor has no reservation number and requests the links by mail. */
  lacksNumber: v.boolean(),
  /** Where the links of all coming visits are sent. */
  email: v.string(),
  /** Token of the ticket that was found. */
  token: v.string(),
});

export type InquiryOutput = { token: string };
export type FindInput = { typed: TypedFields | null };
export type LinksInput = { email: string; lang: Lang; key: string };

export type InquiryTypes = PageTypes & {
  context: v.InferOutput<typeof InquiryContextSchema>;
  events:
    | { type: 'draft.kept'; form: string; fields: TypedFields }
    | { type: 'inquiry.submit'; email: string; reservation_number: string }
    | { type: 'links.send'; email: string }
    | { type: 'number.forgot' }
    | { type: 'inquiry.again' }
    | { type: 'language.choose'; lang: Lang };
  input: { lang: Lang };
  output: InquiryOutput;
  children: { findReservation: 'findReservation'; sendLinks: 'sendLinks' };
};
