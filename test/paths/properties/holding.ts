import { expect } from 'vitest';
import { type Fields, fieldsOf } from '#test/paths/event-parts.ts';
import { type Moment, orderIn } from './moment.ts';
import {
  begins,
  chartData,
  done,
  failed,
  isHeld,
  isOver,
  on,
  opensDialog,
  purchase,
  type Rule,
  requestsBegun,
} from './rule.ts';
import { holdIn, holdPath } from './seen.ts';

/** The hold of seats while the order is filled in (docs/product.md#holds). */

const hold = ({ now }: Moment): Fields => chartData(now, holdPath);
const beforeOf = ({ before }: Moment): Fields => chartData(before, holdPath);
const warnBefore = 120_000;
const clocksOf = ({ now }: Moment): readonly object[] =>
  now.waiting.filter((one) => one.isClock && one.path.startsWith(`${holdPath}/`)).map(({ input }) => input);
const offersTime = ({ now }: Moment): boolean => holdIn(now)?.snapshot.can({ type: 'hold.extend' }) ?? false;
const deadlineOf = (output: unknown): number =>
  Number(fieldsOf(output).at) + (orderIn(output)?.seconds_left ?? 0) * 1000;

/** The seats are lost: the order is read again if another tab ended it, else the purchase is reset, with the reason. */
const endsWith = (moment: Moment, code: unknown): void => {
  expect(isHeld(moment), 'the hold is over').toBe(false);
  if (code === 'order_closed') {
    expect(requestsBegun(moment).filter((one) => one === 'readOrder')).toEqual(['readOrder']);
    return;
  }
  opensDialog(moment, { code: 'session_timeout', unknown: false });
  expect(purchase(moment)).toMatchObject({ token: null, order: null, customer: null, payment: null });
};

export const holdingRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#holds',
    sentence: 'a hold begins with its order, and again once that is read, by the server’s deadline',
    when: (moment) => isHeld(moment) && (!holdIn(moment.before) || done('readOrder')(moment)),
    must: (moment) => {
      const { placed } = moment.records;
      const { token, expiresAt, order } = purchase(moment) ?? {};
      expect(hold(moment)).toMatchObject({ token, expiresAt, extensionsLeft: order?.extensions_left });
      expect(token).toBe(placed?.token);
      if (placed && moment.answer) expect(expiresAt).toBe(placed.at + placed.order.seconds_left * 1000);
      if (order?.status === 'expired') expect(requestsBegun(moment)).toContain('retakeHold');
      else expect(clocksOf(moment)).toEqual([{ until: Number(expiresAt) - warnBefore }]);
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'a hold that runs offers more time while extensions are left; without connection it can try at once',
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
    must: (moment) => {
      const { output } = moment.answer ?? {};
      expect(hold(moment)).toMatchObject({ extensionsLeft: orderIn(output)?.extensions_left, warned: false });
      expect(clocksOf(moment)).toEqual([{ until: deadlineOf(output) - warnBefore }]);
      expect(holdIn(moment.now)?.snapshot.children.lookAtOrder, 'an older reply').toBeUndefined();
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'seats are held until the old deadline when more time is refused',
    when: failed('extendHold', (failure) => !isOver(failure)),
    must: (moment) => {
      const { warned, expiresAt } = beforeOf(moment);
      expect(hold(moment)).toMatchObject({ failure: moment.answer?.failure, warned, expiresAt });
      expect(clocksOf(moment)).toEqual([{ until: Number(expiresAt) - (warned ? 0 : warnBefore) }]);
    },
  },
  {
    docs: 'docs/product.md#session-timeout',
    sentence: 'seats that are gone end the order',
    when: (moment) =>
      failed(['extendHold', 'lookAtOrder'], isOver)(moment) || failed('retakeHold', ({ unknown }) => !unknown)(moment),
    must: (moment) => endsWith(moment, moment.answer?.failure?.code),
  },
  {
    docs: 'docs/product.md#const-hold-warning',
    sentence: 'without an answer the same seats are asked for again every 10 s',
    when: failed('retakeHold', ({ unknown }) => unknown),
    must: (moment) => {
      begins(moment);
      expect(clocksOf(moment)).toEqual([{ for: 10_000 }]);
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'two minutes before the end a dialog offers more time; a device that slept asks for the seats at once',
    when: on('xstate.done.actor.holdWarning'),
    must: (moment) => {
      if (Number(fieldsOf(moment.event).output ?? 0) >= warnBefore) return begins(moment, 'retakeHold');
      expect(clocksOf(moment)).toEqual([{ until: beforeOf(moment).expiresAt }]);
      const warning = moment.now.dialog?.context.queue.find(({ number }) => number === 1);
      const isMoreLeft = Number(beforeOf(moment).extensionsLeft) > 0;
      expect(warning, 'the warning').toBeDefined();
      expect(warning?.okAction).toEqual(isMoreLeft ? { to: 'hold', event: { type: 'hold.extend' } } : undefined);
      return expect(hold(moment).warned).toBe(true);
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'the warning is open only while its time runs: not once the hold ends, goes on or is asked for again',
    when: ({ now }) => now.dialog?.context.queue.some(({ number, about }) => number === 1 && about === 'hold') ?? false,
    must: (moment) => expect(clocksOf(moment)).toEqual([{ until: hold(moment).expiresAt }]),
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'when the time is over, or the pause after a lost answer, the same seats are requested again at once',
    when: on(['xstate.done.actor.holdDeadline', 'xstate.done.actor.holdRetry']),
    must: (moment) => begins(moment, 'retakeHold'),
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'an order paid, cancelled or replaced in one tab ends in the other tabs of the browser too',
    when: done('lookAtOrder', (output) => !['open', 'expired'].includes(orderIn(output)?.status ?? '')),
    must: (moment) => endsWith(moment, 'order_closed'),
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
      const isRefused = failure !== null && extensionsLeft === 0;
      expect(hold(moment).extensionsLeft).toBe(isRefused ? 0 : orderIn(output)?.extensions_left);
      const isSame = Math.abs(deadlineOf(output) - Number(expiresAt)) < 20_000;
      return expect(clocksOf(moment)).toEqual([
        { until: (isSame ? Number(expiresAt) : deadlineOf(output)) - warnBefore },
      ]);
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'a look that finds no more time, or fails, changes nothing, and can be repeated',
    when: (moment) =>
      done('lookAtOrder', (output) => orderIn(output)?.status === 'expired')(moment) ||
      failed('lookAtOrder', (failure) => !isOver(failure))(moment),
    must: (moment) => {
      const { expiresAt, extensionsLeft, warned } = beforeOf(moment);
      expect(hold(moment)).toMatchObject({ expiresAt, extensionsLeft, warned });
      expect(holdIn(moment.now)?.snapshot.children.lookAtOrder, 'it can look again').toBeUndefined();
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence: 'a hold that goes on leaves the visitor where they are',
    when: (moment) => moment.event.type.includes('.actor.') && moment.actor.at(-1) === 'hold' && isHeld(moment),
    must: ({ before, now }) => expect(now.screen).toBe(before.screen),
  },
];
