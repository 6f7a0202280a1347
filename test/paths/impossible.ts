import type { Impossible } from '@ticket-store/chart-tools/explore/figures.ts';

/**
 * State × arrow that a definition allows and that cannot happen, because of what the states before it leave behind. A row fails
 * when a walk takes one of its pairs (`charts.test.ts`, `remembered-keys.test.ts`), or when it matches none.
 */
export const impossible: readonly Impossible[] = [
  {
    machine: 'purchase',
    crossing:
      /^(payment × (?!.*\*)|resuming × (?!.*refunded)|(?!payment |resuming |checkout )).* failure\.(payment_|return_not|\*)/,
    reason: 'a purchase raises its failures itself; here nothing does, by any code of any request (wide-plans.ts)',
  },
  {
    machine: 'purchase',
    crossing: /^(complete|cancelling) × .* failure\.(session_timeout|order_closed) /,
    reason: 'nothing is held any more, and no request is made that could end the order',
  },
  {
    machine: 'purchase',
    crossing:
      /^(order|sign-in\.\w+|sended-mail\.\w+|payment|confirm|cancelling) × purchase \| (page\.requested\.complete \[0\]|ticket\.removed \[0\])/,
    reason: 'an order that is paid is shown on no page before complete',
  },
  {
    machine: 'purchase',
    crossing: /^(sign-in\.\w+|sended-mail\.\w+|payment|confirm) × purchase \| order\.again \[1\]/,
    reason: 'these pages have an open order',
  },
  {
    machine: 'purchase',
    crossing:
      /^complete × .* (page\.requested\.(sign-in|sended-mail|payment|confirm) |order\.cancel |order\.again \[0\]|draft\.kept )/,
    reason: 'a completed purchase has forgotten its order and what was chosen, and its page has no form',
  },
  {
    machine: 'purchase',
    crossing: /^(sign-in\.saving|sended-mail\.resending) × purchase \| page\.requested\.(payment|confirm) \[0\]/,
    reason: 'the customer is on the way to the server, and the steps after wait for what it has',
  },
  {
    machine: 'purchase',
    crossing: /^resuming × .*requested\.(?!mail-confirm |payment-callback |\*)/,
    reason: 'no step is opened while the order is read',
  },
  {
    machine: 'purchase',
    crossing: /^(?!order |error ).* order\.recalled /,
    reason: 'sent once, before anything else, when a page opens whose charts fit no stored purchase',
  },
  {
    machine: 'purchase',
    crossing: /^(?!order ).* order\.reclaimed /,
    reason: 'the order page sends it',
  },
  {
    machine: 'purchase',
    crossing: /^(?!(complete|checkout|resuming|error|dead-link) ).* email\.corrected /,
    reason: 'the correction of a completed purchase sends it, also once an old link or page was opened instead',
  },
  {
    machine: 'hold',
    crossing: /^(none|extending|retaking) × .*\(lookAtOrder\) /,
    reason: 'a look ends with the hold, and where its reply would be older than that of another request',
  },
  {
    machine: 'payment',
    crossing: /^(choosing|tokenising) × .* done\(coupon\) /,
    reason: 'the coupon ends only when an answer comes, and payment is in couponing until then',
  },
];
