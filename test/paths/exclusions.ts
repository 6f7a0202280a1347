import type { Exclusion } from '#test/tools/explore/coverage.ts';

/** The reviewed list of transitions that walks of the charts may leave out, each with its issue and the reason. */
export const exclusions: readonly Exclusion[] = [];

const coupons = [
  // a payment step ends without payment only where a coupon's call finds the order gone
  'purchase.payment | done(payment) [0]',
  'payment.choosing | coupon.apply [0]',
  'payment.choosing | coupon.remove [0]',
  'payment.couponing | done(changeCoupon) [0]',
  'payment.couponing | error(changeCoupon) [0]',
  'payment.couponing | error(changeCoupon) [1]',
];

/** What walks through the screens may leave out. */
export const screenExclusions: readonly Exclusion[] = [
  ...exclusions,
  ...coupons.map((definition) => ({
    machine: definition.split(/[ .]/, 1).join(),
    definition,
    issue: 4,
    reason: 'The payment screen has no coupon field yet.',
  })),
];
