import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import type { Attempt } from '#machines/shared/attempt.ts';
import type { TypedFields } from '#src/domain/customer.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';

export type InquiryInput = { lang: Lang };

export type InquiryContext = InquiryInput & {
  attempt: Attempt | null;
  /** Mail address and reservation number as typed. */
  typed: TypedFields | null;
  /** The visitor has no reservation number and asks for the links by mail. */
  lacksNumber: boolean;
  /** Where the links of all coming visits are sent. */
  email: string;
  failure: FailureDetails | null;
  /** Token of the ticket that was found. */
  token: string;
};

export type InquiryEvent =
  | { type: 'draft.kept'; form: string; fields: TypedFields }
  | { type: 'inquiry.submit'; email: string; reservation_number: string }
  | { type: 'links.send'; email: string }
  | { type: 'number.forgot' }
  | { type: 'inquiry.again' }
  | { type: 'language.choose'; lang: Lang }
  | DoneActorEvent<{ reservation_token: string }, 'findReservation'>
  | ErrorActorEvent;

export type InquiryOutput = { token: string };
export type FindInput = { typed: TypedFields | null };
export type LinksInput = { email: string; lang: Lang; key: string };
