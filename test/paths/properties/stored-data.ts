import { expect } from 'vitest';
import { nothingChosen } from '#machines/order/order.logic.ts';
import { effectOf } from '#src/domain/failures.ts';
import type { Moment } from './moment.ts';
import {
  chartData,
  done,
  inputOf,
  isHeld,
  on,
  opensDialog,
  purchase,
  purchaseBefore,
  type Rule,
  requestsBegun,
} from './rule.ts';

const reportPages = ['app/revoke', 'app/send', 'app/changedate'];

/** Fields of a purchase before anything is chosen. */
const empty = { choice: nothingChosen, token: null, drafts: {}, customer: null, method: null, payment: null };

const expectNothing = (moment: Moment): void => {
  const { site, lang } = purchaseBefore(moment) ?? {};
  expect(purchase(moment), 'a reset forgets the purchase').toEqual(
    expect.objectContaining({ ...empty, order: null, completion: null, sentTo: null, mailToken: null, site, lang }),
  );
  expect(isHeld(moment), 'nothing is held').toBe(false);
};

export const storedDataRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#completion',
    sentence: 'a completed purchase leaves no personal data, no token of the order and nothing of the payment',
    when: (moment) => (purchase(moment)?.completion ?? null) !== null,
    must: (moment) => {
      expect(purchase(moment)).toEqual(expect.objectContaining({ ...empty, sentTo: null, attempt: null }));
      const { customer_info = null, payment_method = null } = purchase(moment)?.order ?? {};
      expect({ customer_info, payment_method }).toEqual({ customer_info: null, payment_method: null });
      const { email } = moment.records;
      const { running } = moment.now;
      const stored = JSON.stringify(
        running.filter(({ path }) => path.startsWith('app/purchase')).map(({ snapshot }) => snapshot.context),
      );
      if (typeof email === 'string' && email !== '') expect(stored, 'no mail address is stored').not.toContain(email);
    },
  },
  {
    docs: 'docs/product.md#stored-tokens',
    sentence: 'the token never outlives its order, and an order is shown only with its token or its completion',
    when: ({ now }) => now.purchase !== undefined,
    must: (moment) => {
      const { token, order, completion } = purchase(moment) ?? {};
      if (token === null && completion === null && moment.now.screen !== 'error') expect(order).toBeNull();
      if (token !== null) expect(token).toBe(moment.records.placed?.token ?? token);
    },
  },
  {
    docs: 'docs/product.md#order',
    sentence: 'the purchase has the order as the server last described it',
    when: (moment) =>
      Boolean(moment.answer && moment.records.placed && purchase(moment)?.token) &&
      moment.records.placed !== moment.recordsBefore.placed,
    must: (moment) => {
      const { call } = moment.answer ?? {};
      const isHold = ['extendHold', 'retakeHold', 'lookAtOrder'].includes(call ?? '');
      if (!isHold) expect(purchase(moment)?.order).toEqual(moment.records.placed?.order);
      if (['placeOrder', 'reclaimOrder', 'readOrder', 'putCustomer'].includes(call ?? '')) {
        const { at, order } = moment.records.placed ?? { at: 0, order: null };
        expect(purchase(moment)?.expiresAt, 'the deadline follows the server’s clock').toBe(
          at + (order?.seconds_left ?? 0) * 1000,
        );
      }
    },
  },
  {
    docs: 'docs/product.md#purchase-flow',
    sentence:
      'each step has what it is about: sign-in an order, payment a customer, confirm all of it, complete a completion',
    when: ({ now }) => now.purchase !== undefined,
    must: (moment) => {
      const { order, customer, method, payment, completion, failure } = purchase(moment) ?? {};
      const { step } = moment.now;
      if (step === 'sign-in') expect(order).not.toBeNull();
      if (step === 'payment') expect({ order, customer }).not.toMatchObject({ order: null });
      if (step === 'payment') expect(customer).not.toBeNull();
      if (step === 'confirm' && moment.now.purchase?.children.checkout === undefined)
        expect(Object.entries({ order, customer, method, payment }).filter(([, value]) => value === null)).toEqual([]);
      if (step === 'complete') expect(completion).not.toBeNull();
      if (step === 'mail-confirm') expect(failure).not.toBeNull();
    },
  },
  {
    docs: 'docs/product.md#session-timeout',
    sentence: 'an order whose time is over for good resets the purchase, says why, and leads to the order page',
    when: (moment) => {
      const { failure, path } = moment.answer ?? {};
      return Boolean(
        failure &&
          path?.startsWith('app/purchase/') &&
          effectOf(failure) === 'reset' &&
          !path.includes('/checkout/') &&
          // The order is read again, which says what became of it.
          moment.answer?.call !== 'cancelOrder',
      );
    },
    must: (moment) => {
      expectNothing(moment);
      if (moment.answer?.failure) opensDialog(moment, moment.answer.failure);
      const step = purchase(moment)?.site.onlyMail ? 'error' : 'order';
      expect(moment.now.step).toBe(step);
      expect(purchase(moment)?.failure, 'why').toMatchObject({ code: 'session_timeout' });
      expect(requestsBegun(moment)).toEqual([]);
    },
  },
  {
    docs: 'docs/product.md#reset',
    sentence: 'starting again gives the seats of an open order back, then forgets the purchase; language and site stay',
    when: on(
      ['order.again', 'order.cancel'],
      ({ before }) => !before.running.some(({ path }) => path === 'app/purchase/checkout'),
    ),
    must: (moment) => {
      const { site, token, completion } = purchaseBefore(moment) ?? {};
      if (token && !completion) return expect(inputOf(moment, 'cancelOrder').token).toBe(token);
      return site?.onlyMail ? undefined : expectNothing(moment);
    },
  },
  {
    docs: 'docs/product.md#reset',
    sentence: 'a cancelled order is forgotten',
    when: (moment) => moment.answer?.call === 'cancelOrder' && moment.answer.failure === null,
    must: expectNothing,
  },
  {
    docs: 'docs/product.md#offline-ticket',
    sentence: 'a bought order goes with the ticket that was removed from the device; an open one stays',
    when: on('ticket.removed'),
    must: (moment) => {
      const old = purchaseBefore(moment);
      if (old?.completion) return expectNothing(moment);
      return expect(purchase(moment)).toEqual(old);
    },
  },
  {
    docs: 'docs/product.md#offline-ticket',
    sentence: 'a removed ticket leaves neither its link in the address nor a bought order in the purchase',
    when: done('forgetTicket'),
    must: ({ now }) => {
      expect(now.screen).toBe('forgotten');
      expect(now.app.getSnapshot().context.token).toBe('');
      expect(now.purchase?.context.completion).toBeNull();
    },
  },
  {
    docs: 'docs/product.md#restore',
    sentence: 'pages that are stored have no code of their ticket, nor the links that a new one replaces',
    when: ({ now }) => now.running.some(({ path }) => reportPages.includes(path)),
    must: ({ now }) => {
      for (const path of reportPages) {
        const { ticket } = chartData(now, path);
        if (ticket) expect(ticket).toMatchObject({ entry_code: '', people: [] });
        if (path === 'app/revoke') expect(JSON.stringify(ticket ?? '')).not.toMatch(/_token":"[^"]/);
      }
    },
  },
  {
    docs: 'docs/product.md#screen-mail-confirm',
    sentence: 'the token of a mail’s link is not stored once its order was read',
    when: ({ now }) => ['order', 'sign-in', 'sended-mail', 'payment', 'confirm', 'complete'].includes(now.step),
    must: (moment) => expect(purchase(moment)?.mailToken ?? null).toBeNull(),
  },
];
