import type { Impossible } from '@ticket-store/chart-tools/explore/figures.ts';

type Row = readonly [crossing: RegExp, reason: string];

/**
 * State × arrow that a definition allows and that cannot happen, because of what the states before it leave behind. A row fails
 * when a walk takes one of its pairs (`charts.test.ts`, `remembered-keys.test.ts`), or when it matches none.
 */
const rows: Readonly<Record<string, readonly Row[]>> = {
  purchase: [
    [
      /^(payment × (?!.*\*)|resuming × (?!.*refunded)|(?!payment |resuming |checkout )).* failure\.(payment_|return_not|\*)/,
      'a purchase raises its failures itself; here nothing does, by any code of any request (wide-plans.ts)',
    ],
    [
      /^(complete|cancelling) × .* failure\.(session_timeout|order_closed) /,
      'nothing is held any more, and no request is made that could end the order',
    ],
    [
      /^(order|sign-in\.\w+|sended-mail\.\w+|payment|confirm|cancelling) × purchase \| (page\.requested\.complete \[0\]|ticket\.removed \[0\])/,
      'an order that is paid is shown on no page before complete',
    ],
    [
      /^(sign-in\.\w+|sended-mail\.\w+|payment|confirm) × purchase \| order\.again \[1\]/,
      'these pages have an open order',
    ],
    [
      /^complete × .* (page\.requested\.(sign-in|sended-mail|payment|confirm) |order\.cancel |order\.again \[0\]|draft\.kept )/,
      'a completed purchase has forgotten its order and what was chosen, and its page has no form',
    ],
    [
      /^(sign-in\.saving|sended-mail\.resending) × purchase \| page\.requested\.(payment|confirm) \[0\]/,
      'the customer is on the way to the server, and the steps after wait for what it has',
    ],
    [/^resuming × .*requested\.(?!mail-confirm |payment-callback |\*)/, 'no step is opened while the order is read'],
    [
      /^(?!order |error ).* order\.recalled /,
      'sent once, before anything else, when a page opens whose charts fit no stored purchase',
    ],
    [/^(?!order ).* order\.reclaimed /, 'the order page sends it'],
    [
      /^(?!(complete|checkout|resuming|error|dead-link) ).* email\.corrected /,
      'the correction of a completed purchase sends it, also once an old link or page was opened instead',
    ],
  ],
  hold: [
    [
      /^(none|extending|retaking) × .*\(lookAtOrder\) /,
      'a look ends with the hold, and where its reply would be older than that of another request',
    ],
  ],
  payment: [
    [
      /^(choosing|tokenising) × .* done\(coupon\) /,
      'the coupon ends only when an answer comes, and payment is in couponing until then',
    ],
  ],
};

export const impossible: readonly Impossible[] = Object.entries(rows).flatMap(([machine, pairs]) =>
  pairs.map(([crossing, reason]) => ({ machine, crossing, reason })),
);
