import { expect } from 'vitest';
import { fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from './moment.ts';
import { begins, chartData, failed, type Rule } from './rule.ts';
import { above, type Waiting } from './seen.ts';

/** Requests are about the order, the link and the language that the visitor sees (docs/product.md#calls). */

const order = 'app/purchase/order';

const begun = ({ began }: Moment): readonly Waiting[] => began.filter(({ isClock }) => !isClock);
const isOfPurchase = ({ path }: Waiting): boolean => path.startsWith('app/purchase/');
/** Calls by the token of a page's link. */
const ofLink = (one: Waiting): boolean =>
  !isOfPurchase(one) &&
  !one.path.startsWith('app/changedate/checkout/') &&
  ('token' in one.input || 'reservation_token' in one.input);
const isSending = ({ waiting }: Moment['now']): boolean => waiting.some(({ call }) => call === 'placeOrder');

export const requestRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#calls',
    sentence: 'a request, and a clock, has its input',
    when: ({ began }) => began.length > 0,
    must: ({ began }) => {
      for (const { path, input } of began) expect(Object.keys(input).length, `${path} has an input`).toBeGreaterThan(0);
    },
  },
  {
    docs: 'docs/product.md#calls',
    sentence: 'texts are asked for in the language of the page',
    when: (moment) => begun(moment).some(({ input }) => 'lang' in input),
    must: (moment) => {
      const { lang } = moment.now.app.getSnapshot().context;
      for (const { path, input } of begun(moment))
        if ('lang' in input) expect([lang, chartData(moment.now, above(path)).lang], path).toContain(input.lang);
    },
  },
  {
    docs: 'docs/product.md#visitors-and-access',
    sentence: 'a request of the purchase is about its order',
    when: (moment) => begun(moment).some((one) => isOfPurchase(one) && 'token' in one.input),
    must: (moment) => {
      const { token } = moment.now.purchase?.context ?? {};
      const own = moment.now.purchase?.children.checkout?.getSnapshot().context.token;
      for (const { path, call, input } of begun(moment).filter(isOfPurchase)) {
        // Its token is the ticket's, which the purchase has then.
        if (!('token' in input) || call === 'correctEmail') continue;
        expect(input.token ?? '', `${path} is about the order`).toBe((call === 'queryOutcome' ? own : token) ?? '');
        if (!['readOrder', 'queryOutcome', 'cancelOrder'].includes(call))
          expect(input.token).toBe(moment.records.placed?.token);
      }
    },
  },
  {
    docs: 'docs/product.md#added-calls',
    sentence: 'a search for an order that exists does not count its own seats as taken',
    when: (moment) => begun(moment).some((one) => isOfPurchase(one) && 'order_token' in one.input),
    must: (moment) => {
      for (const { input } of begun(moment).filter(isOfPurchase))
        if ('order_token' in input) expect(input.order_token).toBe(moment.now.purchase?.context.token);
    },
  },
  {
    docs: 'docs/product.md#visitors-and-access',
    sentence: 'a request of a link’s page is about that link',
    when: (moment) => begun(moment).some(ofLink),
    must: (moment) => {
      const { address } = moment.now;
      for (const { path, input } of begun(moment).filter(ofLink)) {
        const token = String(fieldsOf(input).token ?? fieldsOf(input).reservation_token);
        expect(token, path).not.toBe('');
        expect(address, `${path} is about the link in the address`).toContain(token);
      }
    },
  },
  {
    docs: 'docs/product.md#order-creation',
    sentence: 'an order is for the choice on the page, and replaces the order that exists',
    when: (moment) => begun(moment).some(({ call }) => call === 'placeOrder'),
    must: (moment) => {
      const input = fieldsOf(begun(moment).find(({ call }) => call === 'placeOrder')?.input);
      expect(input.choice).toEqual(fieldsOf(moment.now.context).choice);
      expect(input.replaces).toBe(moment.now.purchase?.context.token);
    },
  },
  {
    docs: 'docs/product.md#order-creation',
    sentence: 'the time of an order is of the day that is shown',
    when: ({ now }) => now.screen === 'order' || now.screen.startsWith('changedate'),
    must: ({ now }) => {
      const { day, timespan } = fieldsOf(fieldsOf(now.context).choice);
      if (day && timespan) expect(String(fieldsOf(timespan).reservation_from)).toContain(String(day));
    },
  },
  {
    docs: 'docs/charts.md#idempotency-keys',
    sentence: 'while the seats are asked for the choice that was sent does not change',
    when: ({ before, now }) => before.screen === 'order' && isSending(before) && isSending(now),
    must: ({ before, now }) => expect(fieldsOf(now.context).choice).toEqual(fieldsOf(before.context).choice),
  },
  {
    docs: 'docs/product.md#failure-seat-reserve-error',
    sentence: 'a time that was refused is not offered again: the free ones are searched',
    when: failed(['placeOrder', 'changeDate'], ({ code, fields, unknown }) => {
      const isOfTime = ['seat_reserve_error', 'ticket_not_on_sale', 'dearer_slot'].includes(code);
      return isOfTime && !unknown && fields === undefined;
    }),
    must: (moment) => {
      begins(moment, 'search');
      expect(fieldsOf(fieldsOf(moment.now.context).choice).timespan).toBeNull();
    },
  },
  {
    docs: 'docs/charts.md#idempotency-keys',
    sentence: 'a page that is left before the outcome is known has handed its attempt to the purchase',
    when: ({ now }) => now.running.some(({ path }) => path === order),
    must: ({ now }) => expect(now.purchase?.context.placing).toEqual(chartData(now, order).attempt),
  },
  {
    docs: 'docs/product.md#screen-send',
    sentence: 'people and dates are changed as they were confirmed',
    when: (moment) => begun(moment).some(({ call }) => ['handOver', 'changeDate'].includes(call)),
    must: (moment) => {
      const { transfer, choice } = fieldsOf(moment.now.context);
      for (const { call, input } of begun(moment)) {
        if (call === 'handOver') expect(fieldsOf(input).transfer).toEqual(transfer);
        if (call !== 'handOver') expect(fieldsOf(input).timespan).toEqual(fieldsOf(choice).timespan);
      }
    },
  },
];
