/** Why an operator's command was rejected. */
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
  | 'over'
  | 'catalogue'
  | 'site_needed'
  | 'taken'
  | 'slot_replaced'
  | 'no_token'
  | 'no_payment';

/** Details of a refusal by name: times as ISO 8601, a number, names of fields. */
export type RefusalFacts = Readonly<Record<string, string>>;

/** Thrown by the operator's commands to reject one; `ops/texts` has the texts. */
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
