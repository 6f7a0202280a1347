import { expect } from 'vitest';
import { refusedSet } from '#src/domain/order-lines.ts';
import { type Fields, fieldsOf } from '#test/paths/event-parts.ts';
import { langAt, type Moment } from './moment.ts';
import {
  begins,
  chartData,
  data,
  dataBefore,
  done,
  failed,
  isNamed,
  isUnconfirmed,
  offers,
  purchase,
  purchaseBefore,
  type Rule,
  refuses,
  requestsBegun,
  shows,
  staysQuiet,
  withCode,
} from './rule.ts';

/** What becomes of a choice: stock, set products, and seats that are held (docs/product.md#screen-order). */

const isHere = ({ before }: Moment): boolean => before.screen === 'order';
const choiceOf = (fields: Fields): Fields => fieldsOf(fields.choice);
const isSending = ({ before }: Moment): boolean => before.waiting.some(({ call }) => call === 'placeOrder');
const idOf = (value: unknown): unknown => fieldsOf(value).id ?? null;

/** The set products of a time are searched once it is chosen, and again where they are not known. */
export const setSearch = (moment: Moment): string[] => {
  const now = idOf(choiceOf(data(moment)).timespan);
  const old = dataBefore(moment);
  const isKnown = now === idOf(choiceOf(old).timespan) && now === old.setsOf;
  return now === null || isKnown ? [] : ['searchSets'];
};

const isFree = (day: unknown): boolean => ['plenty', 'few'].includes(String(fieldsOf(day).state));

/** The month on which a calendar opens whose first month has no free day; null if it stays where it is. */
const laterMonth = (moment: Moment, output: unknown): string | null => {
  const { next, days } = fieldsOf(output);
  const { day, month } = choiceOf(dataBefore(moment));
  const isOpening = day === null && dataBefore(moment).next === null;
  if (!isOpening || !next || (Array.isArray(days) && days.some(isFree))) return null;
  const first = `${String(fieldsOf(next).reservation_from).slice(0, 7)}-01`;
  return first > String(month) ? first : null;
};

export const orderingRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#screen-order',
    sentence:
      'what was found is shown, and the visitor chooses on; a calendar opens on its first month with free days; a failed search is said in place',
    when: (moment) => isHere(moment) && moment.answer?.call === 'search',
    must: (moment) => {
      const { output, failure } = moment.answer ?? {};
      const { days, slots, next } = fieldsOf(output);
      const later = laterMonth(moment, output);
      if (later !== null) {
        expect(data(moment)).toMatchObject({ next, wanted: { month: later, day: null } });
        expect(choiceOf(data(moment))).toEqual({ ...choiceOf(dataBefore(moment)), month: later });
        staysQuiet(moment);
        begins(moment, 'search');
        return;
      }
      if (failure) expect(data(moment).failure).toEqual(failure);
      if (days) expect(data(moment).days).toEqual(days);
      if (slots) expect(data(moment).slots).toEqual(slots);
      staysQuiet(moment);
      begins(moment, ...(failure ? [] : setSearch(moment)));
      offers(moment, 'order.submit', 'search.again');
    },
  },
  {
    docs: 'docs/product.md#screen-order',
    sentence: 'a slot that is gone is named, and the nearest free ones are searched; everything else stays chosen',
    when: (moment) => isHere(moment) && done('checkStock')(moment),
    isQuiet: true,
    must: (moment) => {
      const { output } = moment.answer ?? {};
      const isGone = Number(fieldsOf(output).remaining) <= 0;
      const old = dataBefore(moment);
      const { month, day } = choiceOf(old);
      expect(choiceOf(data(moment))).toEqual({ ...choiceOf(old), timespan: isGone ? null : output });
      const isEmpty = [old.days, old.slots].some((found) => Array.isArray(found) && found.length === 0);
      begins(moment, ...(isGone || isEmpty ? ['search'] : []));
      if (isGone || isEmpty) expect(data(moment).wanted).toEqual({ month, day });
      if (isGone) expect(data(moment)).toMatchObject({ missed: choiceOf(old).timespan, setsOf: null });
      if (isGone) expect(moment.now.waiting.map(({ call }) => call)).not.toContain('searchSets');
      if (isGone) expect(data(moment).failure).toMatchObject({ code: 'seat_reserve_error' });
    },
  },
  {
    docs: 'docs/product.md#failure-dialogs',
    sentence: 'a stock that could not be read opens a dialog; the choice stays',
    when: (moment) => isHere(moment) && failed('checkStock')(moment),
    begins: [],
    offers: ['order.submit', 'search.again'],
    isReported: true,
    must: (moment) => {
      const { failure } = moment.answer ?? {};
      expect(data(moment)).toMatchObject({ failure, choice: dataBefore(moment).choice });
    },
  },
  {
    docs: 'docs/product.md#screen-order',
    sentence:
      'set products are offered as the server has them; if they cannot be read, the purchase goes on without them',
    when: (moment) => isHere(moment) && moment.answer?.call === 'searchSets',
    isQuiet: true,
    begins: [],
    must: (moment) => {
      const { output, failure } = moment.answer ?? {};
      expect(
        moment.now.waiting.filter(({ call }) => call === 'searchSets'),
        'it is over',
      ).toEqual([]);
      if (failure && !isSending(moment)) expect(data(moment).setsOf).toBeNull();
      if (!failure) expect(data(moment).offers).toEqual(output);
      const running = moment.now.shown.snapshot.children;
      expect(running?.searchSets, 'it can be searched again').toBeUndefined();
    },
  },
  {
    docs: 'docs/product.md#holds',
    sentence:
      'with the seats held the purchase goes on: to confirm where only the choice changed, to payment where the total did',
    when: done('placeOrder'),
    must: (moment) => {
      const before = purchaseBefore(moment);
      const { output } = moment.answer ?? {};
      const { order, token } = fieldsOf(output);
      expect(purchase(moment)).toMatchObject({
        token,
        order,
        failure: null,
        choice: choiceOf(dataBefore(moment)),
        attempt: null,
      });
      const isSame = before?.order?.price === fieldsOf(order).price;
      const isPaid = !isUnconfirmed(before) && before?.method !== null && before?.payment !== null;
      if (!before?.changing || !isNamed(purchase(moment))) shows(moment, 'sign-in');
      else shows(moment, isSame && isPaid ? 'confirm' : 'payment');
      expect(requestsBegun(moment).filter((one) => one !== 'retakeHold')).toEqual([]);
    },
  },
  {
    docs: 'docs/product.md#failure-seat-reserve-error',
    sentence: 'what is sold out is named next to what can be changed, and searched again; everything else stays chosen',
    when: failed('placeOrder', (failure) => withCode('seat_reserve_error', 'ticket_not_on_sale')(failure)),
    shows: 'order',
    isQuiet: true,
    must: (moment) => {
      const { failure } = moment.answer ?? {};
      const choice = choiceOf(dataBefore(moment));
      const isSet = refusedSet(failure ?? null) >= 0;
      expect(data(moment).failure).toEqual(failure);
      expect(choiceOf(data(moment))).toEqual(isSet ? choice : { ...choice, timespan: null });
      if (isSet) return begins(moment, 'searchSets');
      expect(data(moment)).toMatchObject({ missed: choice.timespan, setsOf: null });
      expect(moment.now.waiting.map(({ call }) => call)).not.toContain('searchSets');
      return begins(moment, 'search');
    },
  },
  {
    docs: 'docs/product.md#failure-dialogs',
    sentence: 'another refusal is reported, the choice stays, and the visitor may try again',
    when: failed(
      'placeOrder',
      ({ code }) =>
        ![
          ...['seat_reserve_error', 'ticket_not_on_sale', 'queue_required'],
          ...['session_timeout', 'order_closed', 'token_not_found'],
        ].includes(code),
    ),
    shows: 'order',
    begins: [],
    offers: 'order.submit',
    isReported: true,
    must: (moment) => {
      const { failure } = moment.answer ?? {};
      expect(data(moment)).toMatchObject({ failure, choice: dataBefore(moment).choice, placed: null });
    },
  },
  {
    docs: 'docs/product.md#screen-order',
    sentence: 'the page opens with what was chosen before, looked up afresh, or with what the order was made of',
    when: ({ before, now }) => !['order', 'queue'].includes(before.screen) && now.screen === 'order',
    must: (moment) => {
      const { choice } = data(moment);
      const known = purchase(moment);
      if (known?.choice.product) expect(choice).toEqual(known.choice);
      else if (known?.order)
        expect(fieldsOf(choiceOf(data(moment)).product).uuid).toBe(known.order.main_product.product_uuid);
      else expect(choice).toMatchObject({ product: null, lines: [] });
      expect(chartData(moment, 'app/purchase/order')).toMatchObject({
        lang: langAt(moment.books, 'app/purchase/order'),
        replaces: known?.token,
      });
      const hasProduct = choiceOf(data(moment)).product !== null;
      const hasTime = idOf(choiceOf(data(moment)).timespan) !== null;
      const isNew = moment.began.some(({ path }) => path.startsWith('app/purchase/order/'));
      if (hasProduct && moment.before.purchase?.children.order === undefined)
        expect(isNew, 'it is looked up').toBe(true);
      if (isNew)
        expect(
          requestsBegun(moment)
            .filter((one) => one.startsWith('search'))
            .toSorted(),
        ).toEqual(hasTime ? ['search', 'searchSets'] : ['search']);
      if (!hasProduct) refuses(moment, 'search.again');
    },
  },
];
