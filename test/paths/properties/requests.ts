import { expect } from 'vitest';
import { fieldsOf } from '#test/paths/event-parts.ts';
import { langAt, type Moment } from './moment.ts';
import { chartData, type Rule } from './rule.ts';
import type { Waiting } from './seen.ts';

/** What requests are about: the order, the link and the language that the visitor sees (docs/product.md#calls). */

const order = 'app/purchase/order';

const isRequest = ({ isClock }: Waiting): boolean => !isClock;
const begun = ({ began }: Moment): readonly Waiting[] => began.filter(isRequest);
const isOfPurchase = ({ path }: Waiting): boolean => path.startsWith('app/purchase/');

/** Calls by the token of a page's link. */
const ofLink = (one: Waiting): boolean => !isOfPurchase(one) && 'token' in one.input;

export const requestRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#calls',
    sentence: 'a request has its input',
    when: (moment) => begun(moment).length > 0,
    must: (moment) => {
      for (const { path, input } of begun(moment))
        expect(Object.keys(input).length, `${path} has an input`).toBeGreaterThan(0);
    },
  },
  {
    docs: 'docs/product.md#calls',
    sentence: 'texts are asked for in the language of the page',
    when: (moment) => begun(moment).some(({ input }) => 'lang' in input),
    must: (moment) => {
      for (const one of begun(moment))
        if ('lang' in one.input)
          expect(one.input.lang, `${one.path} in the page’s language`).toBe(langAt(moment.books, one.path));
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
          expect(input.token).toBe(moment.books.placed?.token);
      }
    },
  },
  {
    docs: 'docs/product.md#added-calls',
    sentence: 'what is searched for an order that exists does not count its own seats as taken',
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
        const token = String(fieldsOf(input).token);
        expect(token, path).not.toBe('');
        expect(address, `${path} is about the link in the address`).toContain(token);
      }
    },
  },
  {
    docs: 'docs/product.md#calls',
    sentence: 'a search is for the product that was chosen, or the ticket’s, and for what is shown of it',
    when: (moment) => begun(moment).some(({ call }) => call === 'search'),
    must: (moment) => {
      const fields = fieldsOf(moment.now.context);
      const choice = fieldsOf(fields.choice);
      const product = fieldsOf(choice.product).uuid ?? fieldsOf(fields.ticket).product_uuid;
      for (const { call, input } of begun(moment)) {
        if (call !== 'search') continue;
        const { product_uuid, month, day } = fieldsOf(input);
        expect(product_uuid).toBe(product);
        expect(month === null && day === null, 'a month or a day').toBe(false);
        expect([null, choice.month]).toContain(month);
        expect([null, choice.day]).toContain(day);
        const event = fieldsOf(moment.event);
        if (event.type === 'day.choose') expect(day).toBe(event.day);
        if (event.type === 'month.show') expect(month).toBe(event.month);
      }
    },
  },
  {
    docs: 'docs/product.md#calls',
    sentence: 'stock and set products are asked for the chosen time',
    when: (moment) => begun(moment).some(({ call }) => ['checkStock', 'searchSets'].includes(call)),
    must: (moment) => {
      const { timespan } = fieldsOf(chartData(moment, order).choice);
      for (const { call, input } of begun(moment)) {
        if (call === 'checkStock') expect(fieldsOf(input).timespan).toEqual(timespan);
        if (call === 'searchSets') expect(fieldsOf(input).timespan).toBe(fieldsOf(timespan).id);
      }
    },
  },
  {
    docs: 'docs/product.md#order-creation',
    sentence: 'an order is for what was chosen, and replaces the one that exists',
    when: (moment) => begun(moment).some(({ call }) => call === 'placeOrder'),
    must: (moment) => {
      const input = fieldsOf(begun(moment).find(({ call }) => call === 'placeOrder')?.input);
      expect(input.choice).toEqual(fieldsOf(moment.now.context).choice);
      expect(input.replaces).toBe(moment.now.purchase?.context.token);
    },
  },
  {
    docs: 'docs/charts.md#idempotency-keys',
    sentence: 'a page that is left before the outcome is known has handed its attempt to the purchase',
    when: ({ now }) => now.running.some(({ path }) => path === order),
    must: (moment) => expect(moment.now.purchase?.context.placing).toEqual(chartData(moment, order).attempt),
  },
  {
    docs: 'docs/product.md#screen-send',
    sentence: 'people and dates are changed as they were confirmed',
    when: (moment) => begun(moment).some(({ call }) => ['handOver', 'changeDate'].includes(call)),
    must: (moment) => {
      const { transfer, choice } = fieldsOf(moment.now.context);
      for (const { call, input } of begun(moment)) {
        if (call === 'handOver') expect(fieldsOf(input).transfer).toEqual(transfer);
        if (call === 'changeDate') expect(fieldsOf(input).timespan).toEqual(fieldsOf(choice).timespan);
      }
    },
  },
  {
    docs: 'docs/product.md#start-up',
    sentence: 'the catalogue is asked for by site and language',
    when: (moment) => begun(moment).some(({ call }) => call === 'openShop'),
    must: (moment) => {
      const { site } = moment.now.app.getSnapshot().context;
      const input = fieldsOf(begun(moment).find(({ call }) => call === 'openShop')?.input);
      expect(input.site).toBe(site.code);
    },
  },
];
