/** Why an operator's command was not done. */
export type RefusalCode =
  | 'unknown'
  | 'used'
  | 'entered'
  | 'shared'
  | 'sent'
  | 'changed'
  | 'cancelled'
  | 'not_today'
  | 'part'
  | 'nothing_paid'
  | 'refunded'
  | 'not_on_sale'
  | 'sold_out'
  | 'missing'
  | 'anonymous'
  | 'nobody'
  | 'paying'
  | 'visiting'
  | 'upcoming'
  | 'refund_open'
  | 'no_mail'
  | 'over';

/** What belongs to a refusal, by name: moments as ISO 8601, a number, names of fields. */
export type RefusalFacts = Readonly<Record<string, string>>;

/** What the operator's functions throw to refuse; said in words by `ops/words`. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly facts: RefusalFacts;
  constructor(code: RefusalCode, facts: RefusalFacts = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.facts = facts;
  }
}
