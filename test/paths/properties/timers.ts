import { expect } from 'vitest';
import type { Moment } from './moment.ts';
import { isHeld, type Rule } from './rule.ts';
import { holdPath } from './seen.ts';

/** What must happen by itself has a clock that runs (docs/charts.md#timers). */

const clocksBelow = ({ now }: Moment, path: string): boolean =>
  now.waiting.some((one) => one.isClock && one.path.startsWith(`${path}/`));
const asks = ({ now }: Moment, path: string): boolean =>
  now.waiting.some((one) => !one.isClock && one.path.startsWith(`${path}/`));

export const timerRules: readonly Rule[] = [
  {
    docs: 'docs/charts.md#timers',
    sentence: 'a hold always has its deadline before it, or is asking the server',
    when: isHeld,
    must: (moment) => {
      expect(clocksBelow(moment, holdPath) || asks(moment, holdPath), 'the hold has a clock').toBe(true);
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'where an order is filled in its seats are held; once it is paid, over or cancelled nothing is held',
    when: ({ now }) => now.purchase !== undefined,
    must: (moment) => {
      const { now } = moment;
      const isPaying = now.purchase?.children.checkout !== undefined;
      const isFilledIn = ['sign-in', 'payment', 'confirm'].includes(now.step) && !isPaying;
      const isCancelling = now.waiting.some(({ call }) => call === 'cancelOrder');
      if (isFilledIn) expect(isHeld(moment), 'an open order is held').toBe(true);
      if (isPaying || isCancelling || now.step === 'complete') expect(isHeld(moment), 'nothing is held').toBe(false);
    },
  },
  {
    docs: 'docs/product.md#screen-payment-callback',
    sentence: 'an outcome that is not known is asked for again by itself, unless the visitor is at the provider',
    when: ({ now }) => now.step === 'payment-callback' && now.purchase?.children.checkout !== undefined,
    must: (moment) => {
      const path = 'app/purchase/checkout';
      const { redirect } = moment.now.purchase?.children.checkout?.getSnapshot().context ?? { redirect: null };
      expect(clocksBelow(moment, path) || asks(moment, path) || redirect !== null).toBe(true);
    },
  },
  {
    docs: 'docs/product.md#screen-signage',
    sentence: 'the wall reads itself again',
    when: ({ now }) => now.screen === 'signage',
    must: (moment) => expect(clocksBelow(moment, 'app/signage') || asks(moment, 'app/signage')).toBe(true),
  },
];
