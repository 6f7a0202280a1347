import { expect } from 'vitest';
import type { ChoiceLine } from '#src/domain/order.ts';
import { quantityOf } from '#src/domain/order-lines.ts';
import { type Fields, fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from './moment.ts';
import { setSearch } from './ordering.ts';
import { begins, data, dataBefore, on, payload, type Rule, requestsBegun } from './rule.ts';

/** Choosing tickets (docs/product.md#screen-order). */

const isHere = ({ before }: Moment): boolean => before.screen === 'order';
const choiceOf = (fields: Fields): Fields => fieldsOf(fields.choice);
const linesOf = (choice: Fields, name: string): readonly ChoiceLine[] =>
  Array.isArray(choice[name]) ? (choice[name] as readonly ChoiceLine[]) : [];
const isSending = ({ before }: Moment): boolean => before.waiting.some(({ call }) => call === 'placeOrder');

const isComplete = (choice: Fields): boolean => {
  const { min_quantity, max_quantity } = fieldsOf(choice.product);
  const count = quantityOf([...linesOf(choice, 'lines')]);
  return (
    choice.product !== null &&
    choice.timespan !== null &&
    count >= Math.max(1, Number(min_quantity)) &&
    count <= Number(max_quantity)
  );
};

const lineRule = (type: string, name: 'lines' | 'sets'): Rule => ({
  docs: 'docs/product.md#screen-order',
  sentence: 'a number that is chosen replaces the earlier one; the complaint about it goes',
  when: (moment) => isHere(moment) && on(type)(moment) && !isSending(moment),
  begins: [],
  data: { failure: null },
  must: (moment) => {
    const line = fieldsOf(payload(moment, 'line'));
    const others = linesOf(choiceOf(dataBefore(moment)), name).filter(({ id }) => id !== line.id);
    const wanted = Number(line.count) > 0 ? [...others, line] : others;
    const sorted = (lines: readonly unknown[]) => lines.map((one) => JSON.stringify(one)).toSorted();
    expect(sorted(linesOf(choiceOf(data(moment)), name))).toEqual(sorted(wanted));
  },
});

export const choosingRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#screen-order',
    sentence: 'a product that is chosen clears what was chosen of another one, and its calendar is searched',
    when: (moment) => isHere(moment) && on('product.choose')(moment) && !isSending(moment),
    data: { days: [], slots: [], offers: [], fewer: [], failure: null, missed: null },
    begins: 'search',
    must: (moment) => {
      const { product, month, lines } = fieldsOf(moment.event);
      expect(choiceOf(data(moment))).toEqual({ product, month, day: null, timespan: null, lines, sets: [] });
      expect(data(moment).setsOf, 'set products of no time').toBeNull();
      expect(moment.now.waiting.map(({ call }) => call)).not.toContain('searchSets');
    },
  },
  {
    docs: 'docs/product.md#screen-order',
    sentence: 'a month, or a day, that is chosen is searched at once; the month keeps the rest of the choice',
    when: (moment) => isHere(moment) && (on('month.show')(moment) || on('day.choose')(moment)) && !isSending(moment),
    begins: 'search',
    must: (moment) => {
      const [name] = moment.event.type.split('.');
      const old = choiceOf(dataBefore(moment));
      const time = name === 'day' ? { timespan: null } : {};
      expect(choiceOf(data(moment))).toEqual({ ...old, [String(name)]: payload(moment, String(name)), ...time });
      if (name === 'day') expect(data(moment)).toMatchObject({ slots: [], failure: null, missed: null, setsOf: null });
    },
  },
  {
    docs: 'docs/product.md#screen-order',
    sentence:
      'stock is read again when a slot is chosen, of whatever day, and the set products offered for it are searched',
    when: (moment) => isHere(moment) && on('timespan.choose')(moment) && !isSending(moment),
    data: { failure: null, missed: null },
    begins: (moment) => ['checkStock', ...setSearch(moment)],
    must: (moment) => {
      const timespan = payload(moment, 'timespan');
      const day = String(fieldsOf(timespan).reservation_from).slice(0, 10);
      const old = choiceOf(dataBefore(moment));
      const isOther = old.day !== day && fieldsOf(old.product).sale_type !== 'period';
      const along = isOther ? { day, month: `${day.slice(0, 7)}-01` } : {};
      expect(choiceOf(data(moment))).toEqual({ ...old, timespan, ...along });
    },
  },
  lineRule('option.set', 'lines'),
  lineRule('setproduct.set', 'sets'),
  {
    docs: 'docs/product.md#screen-order',
    sentence: 'set products that could not be read, and a calendar that is empty, can be searched again',
    when: on(['setproducts.again', 'search.again'], isHere),
    must: (moment) => {
      const isSets = moment.event.type === 'setproducts.again';
      begins(moment, isSets ? 'searchSets' : 'search');
      const { month, day } = choiceOf(data(moment));
      if (!isSets) expect(data(moment).wanted).toEqual({ month, day });
    },
  },
  {
    docs: 'docs/product.md#screen-order',
    sentence: 'continue names what is missing, or asks for the seats; nothing is asked for twice',
    when: (moment) => isHere(moment) && on('order.submit')(moment) && !isSending(moment),
    shows: 'order',
    must: (moment) => {
      const choice = choiceOf(dataBefore(moment));
      expect(choiceOf(data(moment))).toEqual(choice);
      if (isComplete(choice)) {
        expect(requestsBegun(moment).filter((one) => one !== 'searchSets')).toEqual(['placeOrder']);
        return;
      }
      begins(moment);
      const count = quantityOf([...linesOf(choice, 'lines')]);
      const fields = [
        ...(choice.product === null ? ['product_uuid'] : []),
        ...(choice.timespan === null ? ['time_span_id'] : []),
        ...(count > 0 ? [] : ['option_values']),
      ];
      expect(data(moment).failure).toMatchObject({ fields });
    },
  },
  {
    docs: 'docs/charts.md#idempotency-keys',
    sentence: 'while the seats are asked for the choice that was sent does not change',
    when: (moment) =>
      isHere(moment) && isSending(moment) && moment.now.waiting.some(({ call }) => call === 'placeOrder'),
    must: (moment) => expect(choiceOf(data(moment))).toEqual(choiceOf(dataBefore(moment))),
  },
];
