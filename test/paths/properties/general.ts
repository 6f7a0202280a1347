import { expect } from 'vitest';
import { fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from './moment.ts';
import { type Rule, requestsBegun } from './rule.ts';
import { above } from './seen.ts';

/** What holds on every page, whatever was asked. */

/** Pauses between two questions of a state that still awaits the answer. */
const pauses = ['readPause'];
const kindOf = ({ now }: Moment, path: string): 'pending' | 'settled' | undefined => {
  const snapshot = now.running.find((one) => one.path === path)?.snapshot;
  return snapshot?.hasTag('pending') ? 'pending' : snapshot?.hasTag('settled') ? 'settled' : undefined;
};

/** Requests whose failures show no message: nobody asked for them, or the page shows the state anyway. */
const silent = [
  'lookAtOrder',
  'showChallenge',
  'retakeHold',
  'queryOutcome',
  'readToday',
  'searchSets',
  'forgetTicket',
  'recallTicket',
  'recallShared',
];

/** What a visitor does; of these each has an effect. */
const isVisitors = ({ event }: Moment): boolean =>
  /^[a-z]+\.[a-z]+$/.test(event.type) &&
  !['page.restored', 'page.returned', 'ticket.removed', 'checkout.left'].includes(event.type);

/** Writes that begin at the visitor’s word only. A hold is taken again, and a payment goes on, by itself. */
const atAWord = [
  ...['placeOrder', 'putCustomer', 'sendOrderMail', 'resendOrderMail', 'cancelOrder', 'applyCoupon', 'removeCoupon'],
  ...[
    'extendHold',
    'handOver',
    'correctEmail',
    'changeDate',
    'revokeTicket',
    'shareTicket',
    'stopSharing',
    'sendLinks',
    'stopMagazine',
    'resumeMagazine',
  ],
];

/** A press while an answer is awaited, or a payment runs, is no fault and has no effect (docs/charts.md#unhandled-events). */
const isTurn = ({ shown, purchase }: Moment['now']): boolean =>
  purchase?.children.checkout === undefined && !shown.snapshot.hasTag('pending');

const storedIn = ({ running }: Moment['now']): string =>
  JSON.stringify(running.map(({ path, snapshot }) => [path, snapshot.value, snapshot.context]));

export const generalRules: readonly Rule[] = [
  {
    docs: 'docs/charts.md#tags',
    sentence: 'a page either awaits an answer or is the visitor’s turn',
    when: () => true,
    must: ({ now }) => {
      for (const { path, snapshot } of now.running) {
        const tags = ['pending', 'settled'].filter((tag) => snapshot.hasTag(tag));
        expect(tags.length, `${path} is pending or settled: ${tags.join()}`).toBe(1);
      }
    },
  },
  {
    docs: 'docs/charts.md#tags',
    sentence: 'what awaits an answer has asked for one, unless the page is about to be left',
    when: () => true,
    must: ({ now }) => {
      for (const { path, snapshot } of now.running) {
        if (!snapshot.hasTag('pending')) continue;
        const awaited = now.waiting.some(
          (one) => one.path.startsWith(`${path}/`) && (!one.isClock || pauses.includes(one.call)),
        );
        const isLeft = path.endsWith('/checkout') && fieldsOf(snapshot.context).redirect !== null;
        expect(awaited || isLeft, `${path} awaits an answer`).toBe(true);
      }
    },
  },
  {
    docs: 'docs/charts.md#tags',
    sentence: 'while a write, or a look-up that the page stands for, is under way it is not the visitor’s turn',
    when: () => true,
    must: (moment) => {
      for (const { path, call, isClock } of moment.now.waiting) {
        if (isClock || ['searchSets', 'lookAtOrder'].includes(call)) continue;
        expect(kindOf(moment, above(path)), `${path} is under way`).toBe('pending');
      }
    },
  },
  {
    docs: 'docs/product.md#failure-dialogs',
    sentence: 'each refusal is said: in place, in a dialog, or by the page it leads to',
    when: ({ answer }) => answer !== null && answer.failure !== null && !silent.includes(answer.call),
    must: (moment) => {
      const { failure } = moment.answer ?? {};
      if (!failure) return;
      const { before, now } = moment;
      const isInPlace = now.running.some(
        ({ snapshot }) => fieldsOf(fieldsOf(snapshot.context).failure).code === failure.code,
      );
      const dialogs = (now.dialog?.context.queue ?? []).length > 0;
      const isElsewhere = before.screen !== now.screen || before.state !== now.state;
      expect(isInPlace || dialogs || isElsewhere).toBe(true);
    },
  },
  {
    docs: 'docs/product.md#every-screen',
    sentence: 'what changes something at the server is asked for by the visitor',
    when: (moment) => requestsBegun(moment).some((call) => atAWord.includes(call)),
    must: (moment) => expect(isVisitors(moment), `${moment.event.type} is the visitor’s`).toBe(true),
  },
  {
    docs: 'docs/product.md#every-screen',
    sentence: 'a control that is used does something',
    when: (moment) =>
      isVisitors(moment) &&
      isTurn(moment.before) &&
      (fieldsOf(moment.before.context).failure ?? null) === null &&
      Object.keys(moment.event).length === 1 &&
      !/^(dialog|toast)\./.test(moment.event.type),
    must: (moment) => {
      const isSame = storedIn(moment.before) === storedIn(moment.now) && moment.began.length === 0;
      expect(isSame, `${moment.event.type} did nothing`).toBe(false);
    },
  },
  {
    docs: 'docs/charts.md#unhandled-events',
    sentence: 'one request of a kind is under way at a time',
    when: (moment) => requestsBegun(moment).length > 0,
    must: ({ now }) => {
      const calls = now.waiting.filter(({ isClock }) => !isClock).map(({ path }) => path);
      expect(new Set(calls).size).toBe(calls.length);
    },
  },
];
