import { expect } from 'vitest';
import { fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from './moment.ts';
import { chartData, done, failed, offers, on, payload, purchase, type Rule, refuses, requestsBegun } from './rule.ts';
import { above } from './seen.ts';

/** Every page: the way on, no press without effect, no failure without a report. */

/** Pauses between two questions of a state that still awaits the answer. */
const pauses = ['readPause'];
const isPending = ({ now }: Moment, path: string): boolean | undefined =>
  now.running.find((one) => one.path === path)?.snapshot.hasTag('pending');

/** Requests whose failures show no message: no visitor caused them, or the page shows the state anyway. */
const unreported = [
  'lookAtOrder reclaimOrder showChallenge retakeHold queryOutcome readToday readPlace',
  'searchSets forgetTicket recallTicket',
].flatMap((row) => row.split(' '));

/** Acts of a visitor; each has an effect. */
const isVisitors = ({ event }: Moment): boolean =>
  /^[a-z]+\.[a-z]+$/.test(event.type) &&
  !['page.restored', 'page.returned', 'ticket.removed', 'checkout.left'].includes(event.type);

/** An order whose reply was lost is asked for before the visitor’s next one is sent. */
const reclaims = /\.reclaimOrder$/;

/** Writes that only the visitor begins. A hold is retaken and a payment continues automatically. */
const byVisitor = [
  'placeOrder putCustomer resendOrderMail cancelOrder changeCoupon extendHold',
  'handOver correctEmail changeDate revokeTicket refundTicket shareTicket stopSharing',
  'sendLinks stopMagazine resumeMagazine',
].flatMap((row) => row.split(' '));

/** The visitor may act. A press while an answer is awaited, or a payment runs, has no effect (docs/charts.md#unhandled-events). */
const mayAct = ({ shown, purchase }: Moment['now']): boolean =>
  purchase?.children.checkout === undefined && !shown.snapshot.hasTag('pending');

const storedIn = ({ running }: Moment['now']): string =>
  JSON.stringify(running.map(({ path, snapshot }) => [path, snapshot.value, snapshot.context]));

/** The field of its chart in which the reply to a read is. */
const shownAs: Readonly<Record<string, string>> = {
  ...{ readTicket: 'ticket', readReceipt: 'receipt' },
  ...{ readMagazine: 'magazine', stopMagazine: 'magazine', resumeMagazine: 'magazine' },
};

/** The control that repeats a read. */
const againBy: Readonly<Record<string, string>> = {
  ...{ readTicket: 'ticket.again', readReceipt: 'receipt.again', readMagazine: 'magazine.again' },
};

const pagesBeside = [
  'ticket receipt share shared send revoke mail-release signage',
  'reservation-inquiry privacy specified terms forgotten not-found',
].flatMap((row) => row.split(' '));

export const generalRules: readonly Rule[] = [
  {
    docs: 'docs/charts.md#tags',
    sentence: 'a page that awaits an answer has asked for it, unless it is about to be left',
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
    sentence: 'while a write, or a look-up that the page stands for, is under way the page awaits an answer',
    when: () => true,
    must: (moment) => {
      for (const { path, call, isClock } of moment.now.waiting) {
        if (isClock || ['searchSets', 'lookAtOrder'].includes(call)) continue;
        expect(isPending(moment, above(path)), `${path} is under way`).toBe(true);
      }
    },
  },
  {
    docs: 'docs/product.md#failure-dialogs',
    sentence: 'each refusal is reported: in place, in a dialog, or by the page it leads to',
    when: ({ answer }) => answer !== null && answer.failure !== null && !unreported.includes(answer.call),
    must: (moment) => {
      const { failure } = moment.answer ?? {};
      if (!failure) return;
      const { before, now } = moment;
      const isInPlace = now.running.some(
        ({ snapshot }) => fieldsOf(fieldsOf(snapshot.context).failure).code === failure.code,
      );
      const dialogs = (now.dialog?.context.queue ?? []).length > 0;
      // A page without its link, or that could not be read, has a text of its state.
      const isRead = (moment.answer?.call ?? '') in againBy || failure.code === 'token_not_found';
      // The page says that the outcome of a payment is looked up.
      const isLookedUp = now.waiting.some(({ path }) => /\/checkout\/(queryOutcome|askAgain)$/.test(path));
      expect(isInPlace || dialogs || isRead || isLookedUp || before.screen !== now.screen).toBe(true);
    },
  },
  {
    docs: 'docs/product.md#every-screen',
    sentence: 'a change at the server is asked for by the visitor',
    when: (moment) => requestsBegun(moment).some((call) => byVisitor.includes(call)),
    must: (moment) =>
      expect(isVisitors(moment) || reclaims.test(moment.event.type), `${moment.event.type} is the visitor’s`).toBe(
        true,
      ),
  },
  {
    docs: 'docs/product.md#every-screen',
    sentence: 'a control that is used does something',
    when: (moment) =>
      isVisitors(moment) &&
      mayAct(moment.before) &&
      (fieldsOf(moment.before.context).failure ?? null) === null &&
      (Object.keys(moment.event).length === 1 || /^(step\.change|send\.check|date\.check)$/.test(moment.event.type)) &&
      !/^(dialog|toast)\./.test(moment.event.type),
    must: (moment) => {
      const isSame = storedIn(moment.before) === storedIn(moment.now) && moment.began.length === 0;
      expect(isSame, `${moment.event.type} did nothing`).toBe(false);
    },
  },
  {
    docs: 'docs/product.md#screen-error',
    sentence: 'the error page offers to continue an open order, also one that only the link of a mail names',
    when: ({ now }) => now.screen === 'error',
    must: (moment) => {
      const { token, mailToken, completion, site } = purchase(moment) ?? {};
      if ((token ?? mailToken) !== null && completion === null) offers(moment, 'order.resume');
      else refuses(moment, 'order.resume');
      if (!site?.onlyMail) offers(moment, 'order.again');
    },
  },
  {
    docs: 'docs/product.md#every-screen',
    sentence: 'the reply to a read is on the page that asked for it',
    when: done(Object.keys(shownAs)),
    must: (moment) => {
      const { call = '', path = '', output } = moment.answer ?? {};
      const shown = chartData(moment.now, above(path))[shownAs[call] ?? ''];
      const secret = ['entry_code', 'people', 'share_token', 'children', 'magazine_token'];
      const rest = Object.fromEntries(Object.entries(fieldsOf(output)).filter(([name]) => !secret.includes(name)));
      expect(shown).toMatchObject(rest);
    },
  },
  {
    docs: 'docs/product.md#every-screen',
    sentence: 'a page that could not be read can be read again, unless its link is dead',
    when: (moment) => failed(Object.keys(againBy))(moment) && !moment.now.shown.snapshot.hasTag('pending'),
    must: (moment) => {
      const { call = '', failure } = moment.answer ?? {};
      const control = againBy[call] ?? '';
      const isDead =
        failure?.code === 'token_not_found' || (call === 'readReceipt' && failure?.code === 'cannot_change_ticket');
      if (isDead) refuses(moment, control);
      else offers(moment, control);
    },
  },
  {
    docs: 'docs/product.md#language-change',
    sentence: 'another language leaves the visitor on the page',
    when: on('language.choose'),
    must: ({ before, now }) => expect(now.screen).toBe(before.screen),
  },
  {
    docs: 'docs/product.md#routes',
    sentence: 'an address of a page around the purchase shows that page',
    when: on(
      'page.requested',
      (moment) => moment.actor.length === 1 && pagesBeside.includes(String(payload(moment, 'screen'))),
    ),
    must: (moment) => expect(moment.now.screen).toBe(payload(moment, 'screen')),
  },
];
