import { expect } from 'vitest';
import { type Fields, fieldsOf } from '#test/paths/event-parts.ts';
import { type Moment, orderIn } from './moment.ts';
import {
  begins,
  chartData,
  done,
  failed,
  inputOf,
  isHeld,
  isOver,
  on,
  opensDialog,
  purchase,
  type Rule,
  requestsBegun,
  staysQuiet,
  toasts,
} from './rule.ts';
import { holdIn, holdPath } from './seen.ts';

/** The hold of seats while the order is filled in (docs/product.md#holds). */

const hold = (moment: Moment): Fields => chartData(moment, holdPath);
const beforeOf = ({ before }: Moment): Fields => fieldsOf(holdIn(before)?.snapshot.context);
const warnBefore = 120_000;
const clocksOf = ({ now }: Moment): readonly object[] =>
  now.waiting.filter((one) => one.isClock && one.path.startsWith(`${holdPath}/`)).map(({ input }) => input);
const numbersOf = ({ now }: Moment): readonly number[] => now.dialog?.context.queue.map(({ number }) => number) ?? [];
const offersTime = ({ now }: Moment): boolean => holdIn(now)?.snapshot.can({ type: 'hold.extend' }) ?? false;
const isOurs = ({ event, actor }: Moment): boolean => event.type.includes('.actor.') && actor.at(-1) === 'hold';
const deadlineOf = (output: unknown): number =>
  Number(fieldsOf(output).at) + (orderIn(output)?.seconds_left ?? 0) * 1000;

/** The seats are lost: the order is read again if another tab ended it, else the purchase is reset and says why. */
const endsWith = (moment: Moment, code: 'session_timeout' | 'order_closed'): void => {
  expect(isHeld(moment), 'the hold is over').toBe(false);
  if (code === 'order_closed') {
    expect(requestsBegun(moment).filter((one) => one === 'readOrder')).toEqual(['readOrder']);
    return;
  }
  opensDialog(moment, { code, unknown: false });
  expect(purchase(moment)).toMatchObject({ token: null, order: null, customer: null, payment: null });
};

export const holdingRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#holds',
    sentence: 'more time is asked for at the visitor’s word, and only while extensions are left',
    when: (moment) => on('hold.extend')(moment),
    must: (moment) => {
      const isLost =
        beforeOf(moment).extensionsLeft === 0 || moment.before.waiting.some(({ call }) => call === 'holdRetry');
      begins(moment, isLost ? 'retakeHold' : 'extendHold');
      expect(offersTime(moment)).toBe(false);
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence:
      'a hold that runs offers more time while extensions are left; with the connection lost it can try at once',
    when: (moment) => isHeld(moment) && clocksOf(moment).length > 0,
    must: (moment) => {
      const isAdrift = moment.now.waiting.some(({ call }) => call === 'holdRetry');
      expect(offersTime(moment)).toBe(isAdrift || Number(hold(moment).extensionsLeft) > 0);
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'the new deadline is the server’s; the visitor is warned two minutes before it, again',
    when: done(['extendHold', 'retakeHold']),
    begins: [],
    must: (moment) => {
      const { output, call } = moment.answer ?? {};
      const order = orderIn(output);
      expect(hold(moment)).toMatchObject({ extensionsLeft: order?.extensions_left, warned: false, failure: null });
      expect(clocksOf(moment)).toEqual([{ until: deadlineOf(output) - warnBefore }]);
      expect(holdIn(moment.now)?.snapshot.children.lookAtOrder, 'what was read before').toBeUndefined();
      if (call === 'retakeHold') toasts(moment, 'hold_taken_again');
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'more time that was refused is reported; the seats are held until the old deadline',
    when: failed('extendHold', (failure) => !isOver(failure)),
    begins: [],
    isReported: true,
    must: (moment) => {
      const { failure } = moment.answer ?? {};
      expect(hold(moment)).toMatchObject({
        failure,
        warned: beforeOf(moment).warned,
        expiresAt: beforeOf(moment).expiresAt,
      });
      const until = Number(beforeOf(moment).expiresAt);
      expect(clocksOf(moment)).toEqual([{ until: beforeOf(moment).warned ? until : until - warnBefore }]);
    },
  },
  {
    docs: 'docs/product.md#session-timeout',
    sentence: 'seats that are gone end the order',
    when: (moment) => failed('extendHold', isOver)(moment) || failed('retakeHold', ({ unknown }) => !unknown)(moment),
    must: (moment) =>
      endsWith(moment, moment.answer?.failure?.code === 'order_closed' ? 'order_closed' : 'session_timeout'),
  },
  {
    docs: 'docs/product.md#const-hold-warning',
    sentence: 'without an answer the same seats are asked for again every 10 s',
    when: failed('retakeHold', ({ unknown }) => unknown),
    begins: [],
    isQuiet: true,
    must: (moment) => {
      expect(clocksOf(moment)).toEqual([{ for: 10_000 }]);
      expect(offersTime(moment)).toBe(true);
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence:
      'two minutes before the end a dialog offers more time, if any is left; one that was slept through asks for the seats at once',
    when: on('xstate.done.actor.holdWarning'),
    must: (moment) => {
      const lateBy = Number(fieldsOf(moment.event).output ?? 0);
      if (lateBy >= warnBefore) {
        begins(moment, 'retakeHold');
        return staysQuiet(moment);
      }
      begins(moment);
      expect(clocksOf(moment)).toEqual([{ until: beforeOf(moment).expiresAt }]);
      const warning = moment.now.dialog?.context.queue.find(({ number }) => number === 1);
      const isMoreLeft = Number(beforeOf(moment).extensionsLeft) > 0;
      expect(warning, 'the warning').toBeDefined();
      expect(warning?.okAction).toEqual(isMoreLeft ? { to: 'hold', event: { type: 'hold.extend' } } : undefined);
      expect(hold(moment).warned).toBe(true);
      return undefined;
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'when the time is over, or the pause after a lost answer, the same seats are requested again at once',
    when: on(['xstate.done.actor.holdDeadline', 'xstate.done.actor.holdRetry']),
    begins: 'retakeHold',
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'when the page is seen again it asks whether another tab ended the order',
    when: (moment) => on('page.returned')(moment) && moment.actor.at(-1) === 'hold',
    begins: 'lookAtOrder',
    must: (moment) => expect(inputOf(moment, 'lookAtOrder')).toEqual({ token: purchase(moment)?.token }),
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'an order paid, cancelled or replaced in one tab ends in the other tabs of the browser too',
    when: done('lookAtOrder'),
    must: (moment) => {
      const { status } = orderIn(moment.answer?.output) ?? {};
      if (status !== 'open' && status !== 'expired') return endsWith(moment, 'order_closed');
      begins(moment);
      staysQuiet(moment);
      return expect(holdIn(moment.now)?.snapshot.children.lookAtOrder, 'it can look again').toBeUndefined();
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'more time that was taken in one tab is seen in the others, unless they are asking for more themselves',
    when: done('lookAtOrder', (output) => orderIn(output)?.status === 'open'),
    must: (moment) => {
      const { output } = moment.answer ?? {};
      const isAsking = moment.before.waiting.some(({ call }) => ['extendHold', 'retakeHold'].includes(call));
      const { expiresAt, extensionsLeft, failure } = beforeOf(moment);
      if (isAsking) return expect(hold(moment)).toMatchObject({ expiresAt, extensionsLeft });
      expect(hold(moment)).toMatchObject({ failure, warned: false });
      const isRefused = failure !== null && extensionsLeft === 0;
      expect(hold(moment).extensionsLeft).toBe(isRefused ? 0 : orderIn(output)?.extensions_left);
      const isSame = Math.abs(deadlineOf(output) - Number(expiresAt)) < 20_000;
      expect(clocksOf(moment)).toEqual([{ until: (isSame ? Number(expiresAt) : deadlineOf(output)) - warnBefore }]);
      return expect(numbersOf(moment), 'the warning').not.toContain(1);
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'a look that finds no more time changes nothing',
    when: done('lookAtOrder', (output) => orderIn(output)?.status === 'expired'),
    must: (moment) => {
      const { expiresAt, extensionsLeft, warned } = beforeOf(moment);
      expect(hold(moment)).toMatchObject({ expiresAt, extensionsLeft, warned });
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'a look that failed changes nothing, unless the order is gone',
    when: failed('lookAtOrder'),
    must: (moment) => {
      const { failure } = moment.answer ?? {};
      if (failure && isOver(failure))
        return endsWith(moment, failure.code === 'order_closed' ? 'order_closed' : 'session_timeout');
      begins(moment);
      staysQuiet(moment);
      return expect(holdIn(moment.now)?.snapshot.children.lookAtOrder, 'it can look again').toBeUndefined();
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'a hold that goes on leaves the visitor where they are',
    when: (moment) => isOurs(moment) && isHeld(moment),
    shows: (moment) => moment.before.screen,
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'a hold begins with the order it is of, by the server’s deadline',
    when: (moment) => isHeld(moment) && !holdIn(moment.before),
    must: (moment) => {
      const { placed } = moment.books;
      const { token, expiresAt, order } = purchase(moment) ?? {};
      expect(hold(moment)).toMatchObject({ token, expiresAt, extensionsLeft: order?.extensions_left });
      expect(token).toBe(placed?.token);
      if (placed && moment.answer) expect(expiresAt).toBe(placed.at + placed.order.seconds_left * 1000);
      if (order?.status === 'expired') expect(requestsBegun(moment)).toContain('retakeHold');
      else expect(clocksOf(moment)).toEqual([{ until: Number(expiresAt) - warnBefore }]);
    },
  },
];
