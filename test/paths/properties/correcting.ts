import { expect } from 'vitest';
import type { FailureCode } from '#src/domain/failures.ts';
import { fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from './moment.ts';
import {
  begins,
  chartData,
  done,
  failed,
  on,
  payload,
  purchase,
  purchaseBefore,
  type Rule,
  reports,
  shows,
  staysQuiet,
  withCode,
} from './rule.ts';

/** The mail address of a purchase, corrected after the payment (docs/product.md#correcting-the-address). */

const path = 'app/purchase/correction';
const events = ['email.correct', 'email.submit', 'email.keep'] as const;

/** Exactly these can be done about the address. */
const allows = ({ now }: Moment, ...allowed: readonly (typeof events)[number][]): void => {
  const snapshot = now.running.find((one) => one.path === path)?.snapshot;
  expect(
    events.filter((type) => snapshot?.can({ type, email: 'hanako@visitor.example' })),
    'what can be done about the address',
  ).toEqual(allowed);
};

/** Whether the server would correct the address of this purchase. */
const mayCorrect = (moment: Moment): boolean => {
  const { completion, site } = purchase(moment) ?? {};
  return !!completion?.reservation_token && site?.mailConfirm === false && !site.onlyMail;
};

const refusals: readonly FailureCode[] = ['cannot_change_ticket', 'token_not_found'];
const isRefusal = withCode(...refusals);

const settles = (moment: Moment): void => {
  begins(moment);
  shows(moment, moment.before.screen);
};

export const correctingRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#correcting-the-address',
    sentence:
      'the browser that paid can correct the address, unless a mail has confirmed it, or the venue invited it; no other can',
    when: ({ before, now }) => before.screen !== 'complete' && now.screen === 'complete' && before.step !== 'complete',
    must: (moment) => allows(moment, ...(mayCorrect(moment) ? (['email.correct'] as const) : [])),
  },
  {
    docs: 'docs/product.md#correcting-the-address',
    sentence: 'a visitor who corrects types the address, or keeps the one there is; nothing is sent by that',
    when: on('email.correct'),
    must: (moment) => {
      settles(moment);
      expect(mayCorrect(moment), 'may be corrected').toBe(true);
      allows(moment, 'email.submit', 'email.keep');
    },
  },
  {
    docs: 'docs/product.md#correcting-the-address',
    sentence: 'who keeps the address leaves nothing of what was typed, and can correct it later',
    when: on('email.keep'),
    must: (moment) => {
      settles(moment);
      expect(chartData(moment, path)).toMatchObject({ typed: { email: '' }, failure: null });
      allows(moment, 'email.correct');
    },
  },
  {
    docs: 'docs/product.md#correcting-the-address',
    sentence: 'the address that was typed is sent for the ticket that was bought, once; an earlier reason goes',
    when: on('email.submit'),
    begins: 'correctEmail',
    input: (moment) => ({
      token: purchase(moment)?.completion?.reservation_token,
      email: payload(moment, 'email'),
    }),
    must: (moment) => {
      expect(chartData(moment, path)).toMatchObject({ failure: null });
      allows(moment);
    },
  },
  {
    docs: 'docs/product.md#correcting-the-address',
    sentence: 'a purchase that was corrected has the new address and link, and nothing else of it changes',
    when: on('email.corrected'),
    must: (moment) => {
      const completion = payload(moment, 'completion');
      expect(purchase(moment)).toEqual({ ...purchaseBefore(moment), completion });
      settles(moment);
    },
  },
  {
    docs: 'docs/product.md#correcting-the-address',
    sentence:
      'the completion goes on with the new address and link, says whether the link is new, and forgets the typing',
    when: done('correctEmail'),
    must: (moment) => {
      settles(moment);
      const corrected = fieldsOf(moment.answer?.output);
      const old = purchaseBefore(moment)?.completion;
      const completion = { ...old, ...corrected };
      expect(purchase(moment)?.completion).toEqual(completion);
      const outcome = corrected.reservation_token === old?.reservation_token ? 'mailed' : 'replaced';
      expect(chartData(moment, path)).toMatchObject({ completion, outcome, typed: { email: '' }, failure: null });
      allows(moment, ...(mayCorrect(moment) ? (['email.correct'] as const) : []));
    },
  },
  {
    docs: 'docs/product.md#correcting-the-address',
    sentence: 'a correction that is closed says so for good; any other failure is reported, and the address sent again',
    when: failed('correctEmail'),
    must: (moment) => {
      const { failure, input } = moment.answer ?? {};
      if (!failure) return;
      settles(moment);
      expect(chartData(moment, path)).toMatchObject({ failure, typed: { email: input?.email } });
      expect(purchase(moment)?.completion).toEqual(purchaseBefore(moment)?.completion);
      if (isRefusal(failure)) {
        staysQuiet(moment);
        return allows(moment);
      }
      reports(moment, failure);
      return allows(moment, 'email.submit', 'email.keep');
    },
  },
];
