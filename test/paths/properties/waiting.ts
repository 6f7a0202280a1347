import { expect } from 'vitest';
import { fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from './moment.ts';
import { chartData, data, dataBefore, done, failed, on, type Rule, withCode } from './rule.ts';

/** What a visitor sees of the waiting room. */

const order = 'app/purchase/order';
const choiceAt = (seen: Moment['now']): unknown =>
  fieldsOf(seen.running.find(({ path }) => path === order)?.snapshot.context).choice;

/** The clocks of the queue, with what they wait for. */
const clocks = ({ now }: Moment): unknown[] =>
  now.waiting.filter(({ path, isClock }) => isClock && path.startsWith(`${order}/queue/`)).map(({ input }) => input);

const placeIn = (moment: Moment) => {
  const { place, at } = fieldsOf(moment.answer?.output);
  return { place: fieldsOf(place), at: Number(at) };
};
const isPlace =
  (state: string) =>
  (output: Readonly<Record<string, unknown>>): boolean =>
    fieldsOf(output.place).state === state;

export const waitingRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#waiting-room',
    sentence: 'an order without a turn leads to the queue, quietly, with everything chosen',
    when: failed('placeOrder', withCode('queue_required')),
    shows: 'queue',
    isQuiet: true,
    begins: 'readPlace',
    must: (moment) => {
      expect(choiceAt(moment.now)).toEqual(dataBefore(moment).choice);
      expect(data(moment).product).toBe(fieldsOf(fieldsOf(dataBefore(moment).choice).product).uuid);
    },
  },
  {
    docs: 'docs/product.md#screen-queue',
    sentence: 'a place is shown as the server reported it, and asked for again when the server said',
    when: done('readPlace', isPlace('waiting')),
    isQuiet: true,
    must: (moment) => {
      const { place } = placeIn(moment);
      expect(data(moment)).toMatchObject({ place, isStale: false });
      expect(clocks(moment)).toEqual([{ for: Number(place.poll_seconds) * 1000 }]);
    },
  },
  {
    docs: 'docs/product.md#waiting-room',
    sentence: 'a turn lasts as long as the server said, by this device’s clock',
    when: done('readPlace', isPlace('admitted')),
    offers: 'queue.enter',
    must: (moment) => {
      const { place, at } = placeIn(moment);
      const until = at + Number(place.seconds_left) * 1000;
      expect(data(moment)).toMatchObject({ place, until, isStale: false });
      expect(clocks(moment)).toEqual([{ until }]);
    },
  },
  {
    docs: 'docs/product.md#screen-queue',
    sentence: 'a place that is over is not asked for any more',
    when: (moment) => done('readPlace', isPlace('over'))(moment) || on('xstate.done.actor.turnEnd')(moment),
    shows: 'queue',
    begins: [],
    refuses: 'queue.enter',
    offers: 'queue.leave',
    must: (moment) => {
      expect(clocks(moment)).toEqual([]);
      if (moment.answer) expect(data(moment)).toMatchObject({ place: placeIn(moment).place, isStale: false });
    },
  },
  {
    docs: 'docs/product.md#screen-queue',
    sentence: 'while the connection is down the last reply stays, the page says so and asks again by itself',
    when: failed('readPlace'),
    shows: 'queue',
    isQuiet: true,
    must: (moment) => {
      const { place, until } = dataBefore(moment);
      expect(data(moment)).toMatchObject({ place, until, isStale: true });
      const pause = place === null ? 5 : Number(fieldsOf(place).poll_seconds);
      expect(clocks(moment)).toEqual([{ for: pause * 1000 }]);
    },
  },
  {
    docs: 'docs/product.md#screen-queue',
    sentence: 'the place is asked for again by itself',
    when: (moment) => on('xstate.done.actor.nextQuestion')(moment) && moment.now.screen === 'queue',
    begins: 'readPlace',
  },
  {
    docs: 'docs/product.md#waiting-room',
    sentence: 'the way back to the tickets is always open, keeps what was chosen, and looks it up afresh',
    when: on(['queue.leave', 'queue.enter']),
    shows: 'order',
    must: (moment) => {
      expect(choiceAt(moment.now)).toEqual(choiceAt(moment.before));
      const { month, day } = fieldsOf(choiceAt(moment.now));
      expect(chartData(moment, order).wanted).toEqual({ month, day });
      expect(moment.began.map(({ call }) => call)).toEqual(expect.arrayContaining(['search', 'searchSets']));
    },
  },
];
