/** Why an operator's command was rejected; the first two: the token of its request (docs/operations.md#operators-api). */
export type OperatorProblemCode =
  | 'operator_token_required'
  | 'operator_scope'
  | 'unknown'
  | 'used'
  | 'entered'
  | 'shared'
  | 'sent'
  | 'changed'
  | 'cancelled'
  | 'not_today'
  | 'too_early'
  | 'too_late'
  | 'nothing_to_undo'
  | 'other_product'
  | 'fewer_left'
  | 'part'
  | 'nothing_paid'
  | 'whole_only'
  | 'more_than_left'
  | 'refunded'
  | 'not_on_sale'
  | 'sooner'
  | 'sold_out'
  | 'missing'
  | 'anonymous'
  | 'nobody'
  | 'paying'
  | 'visiting'
  | 'upcoming'
  | 'refund_open'
  | 'no_mail'
  | 'over'
  | 'catalogue'
  | 'site_needed'
  | 'taken'
  | 'slot_replaced'
  | 'no_token'
  | 'no_payment';

/** Details of a problem by name: times as ISO 8601, a number, names of fields. */
export type ProblemFacts = Readonly<Record<string, string>>;

/** The `Problem` of operators: thrown by their commands to reject one. `server/operators/commands/texts.json` has the texts. */
export class OperatorProblem extends Error {
  readonly code: OperatorProblemCode;
  readonly facts: ProblemFacts;
  constructor(code: OperatorProblemCode, facts: ProblemFacts = {}) {
    super(code);
    this.name = 'OperatorProblem';
    this.code = code;
    this.facts = facts;
  }
}
