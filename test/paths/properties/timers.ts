import { expect } from 'vitest';
import { fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from './moment.ts';
import { data, done, isHeld, offers, type Rule, refuses } from './rule.ts';
import { holdPath } from './seen.ts';

/** Everything that happens without the visitor has a running timer (docs/charts.md#timers). */

const clocksBelow = ({ now }: Moment, path: string): readonly object[] =>
  now.waiting.filter((actor) => actor.isClock && actor.path.startsWith(`${path}/`)).map(({ input }) => input);
const hasRequest = ({ now }: Moment, path: string): boolean =>
  now.waiting.some((actor) => !actor.isClock && actor.path.startsWith(`${path}/`));
const goesOn = (moment: Moment, path: string): boolean =>
  clocksBelow(moment, path).length > 0 || hasRequest(moment, path);
const queuePath = 'app/purchase/order/queue';

export const timerRules: readonly Rule[] = [
  {
    docs: 'docs/charts.md#timers',
    sentence: 'a hold always has a timer until its deadline, or a request to the server',
    when: isHeld,
    must: (moment) => expect(goesOn(moment, holdPath), 'the hold has a clock').toBe(true),
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'seats are held while the visitor fills in an order, and released once it is paid, over or cancelled',
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
    sentence: 'an unknown outcome is polled, unless the visitor is on the provider’s page',
    when: ({ now }) => now.step === 'payment-callback' && now.purchase?.children.checkout !== undefined,
    must: (moment) => {
      const { redirect } = moment.now.purchase?.children.checkout?.getSnapshot().context ?? { redirect: null };
      expect(goesOn(moment, 'app/purchase/checkout') || redirect !== null).toBe(true);
    },
  },
  {
    docs: 'docs/product.md#screen-signage',
    sentence: 'the wall screen reloads its data',
    when: ({ now }) => now.screen === 'signage',
    must: (moment) => expect(goesOn(moment, 'app/signage')).toBe(true),
  },
  {
    docs: 'docs/product.md#toasts',
    sentence: 'a toast is on screen for 3.5 s, its text for 1 s more',
    when: ({ now }) => (now.toast?.context.shown ?? null) !== null,
    must: (moment) => {
      const isShown = moment.now.toast?.hasTag('shown');
      expect(clocksBelow(moment, 'app/toast')).toEqual([{ for: isShown ? 3_500 : 1_000 }]);
    },
  },
  {
    docs: 'docs/product.md#waiting-room',
    sentence: 'a turn lasts as long as the server reported; a place is polled until it is over',
    when: done('readPlace'),
    must: (moment) => {
      const { place, at } = fieldsOf(moment.answer?.output);
      const { state, poll_seconds, seconds_left } = fieldsOf(place);
      const clock =
        state === 'admitted'
          ? { until: Number(at) + Number(seconds_left) * 1000 }
          : { for: Number(poll_seconds) * 1000 };
      expect(clocksBelow(moment, queuePath)).toEqual(state === 'over' ? [] : [clock]);
      expect(data(moment).place).toEqual(place);
    },
  },
  {
    docs: 'docs/product.md#const-mail-resend',
    sentence: 'a mail can be sent again once a minute: not while the pause lasts, and always after it',
    when: ({ now }) => now.screen === 'sended-mail',
    must: (moment) => {
      const pauses = moment.now.waiting.filter(({ path }) => path === 'app/purchase/resendPause');
      const isSending = moment.now.waiting.some(({ call }) => call === 'resendOrderMail');
      if (isSending || pauses.length > 0) refuses(moment, 'mail.resend');
      else offers(moment, 'mail.resend');
      const sent = fieldsOf(moment.answer?.output);
      if (done(['putCustomer', 'resendOrderMail'])(moment))
        expect(pauses.map(({ input }) => input)).toEqual([{ until: Number(sent.at) + 60_000 }]);
    },
  },
];
