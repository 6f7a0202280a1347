import { expect } from 'vitest';
import { quantityOf } from '#src/domain/order-lines.ts';
import { type Fields, fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from './moment.ts';
import {
  actionOf,
  begins,
  data,
  dataBefore,
  done,
  failed,
  offers,
  on,
  payload,
  type Rule,
  refuses,
  reports,
  staysQuiet,
  withCode,
} from './rule.ts';

/** Handing people of a ticket over (docs/product.md#screen-send). */

type Part = { readonly id: string; readonly count: number };
const partsIn = (fields: Fields): readonly Part[] =>
  (Array.isArray(fields.parts) ? fields.parts : []).map((one) => {
    const { id, count } = fieldsOf(one);
    return { id: String(id), count: Number(count) };
  });
const isSend = ({ before }: Moment): boolean => before.screen === 'send';
const isRefusal = withCode('cannot_change_ticket', 'token_not_found', 'split_no_child', 'invalid_quantity');
const isCorrectable = withCode('invalid_input', 'split_option_less_than_one');

export const sendingRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#ticket-actions',
    sentence:
      'people can be chosen if the ticket allows it, at first one; what was chosen stays as far as they are still on it',
    when: (moment) => isSend(moment) && done('readTicket')(moment),
    begins: [],
    refuses: ['send.submit', 'ticket.again', 'send.again'],
    must: (moment) => {
      const ticket = fieldsOf(moment.answer?.output);
      expect(data(moment).ticket).toEqual({ ...ticket, entry_code: '', people: [] });
      const old = new Map(partsIn(dataBefore(moment)).map(({ id, count }) => [id, count]));
      const options = Array.isArray(ticket.order_options) ? ticket.order_options.map(fieldsOf) : [];
      const first = options.find(({ quantity }) => Number(quantity) > 0);
      expect(partsIn(data(moment))).toEqual(
        options.map(({ id, quantity }) => ({
          id,
          count: Math.min(Number(quantity), old.get(String(id)) ?? Number(id === first?.id)),
        })),
      );
      expect(data(moment).failure).toEqual(dataBefore(moment).failure);
      if (actionOf(ticket, 'send') === null) offers(moment, 'send.check');
      else refuses(moment, 'send.check');
    },
  },
  {
    docs: 'docs/product.md#screen-send',
    sentence: 'a ticket that could not be read can be read again, unless its link is dead',
    when: (moment) => isSend(moment) && failed('readTicket')(moment),
    begins: [],
    refuses: ['send.check', 'send.submit'],
    must: (moment) => {
      if (moment.answer?.failure?.code === 'token_not_found') refuses(moment, 'ticket.again');
      else offers(moment, 'ticket.again');
    },
  },
  {
    docs: 'docs/product.md#screen-send',
    sentence: 'people are chosen by option and count',
    when: on('people.set'),
    offers: 'send.check',
    must: (moment) => expect(partsIn(data(moment))).toContainEqual(payload(moment, 'part')),
  },
  {
    docs: 'docs/product.md#screen-send',
    sentence: 'they go by mail, or get a link of their own; the reason of an earlier refusal goes',
    when: on('way.choose'),
    data: (moment) => ({ way: payload(moment, 'way'), failure: null }),
  },
  {
    docs: 'docs/product.md#screen-send',
    sentence: 'nobody chosen, or nobody left after a split, is said and goes no further',
    when: on('send.check'),
    begins: [],
    must: (moment) => {
      const fields = dataBefore(moment);
      const parts = partsIn(fields);
      const count = quantityOf([...parts]);
      const isWhole = fields.way === 'link' && count === fieldsOf(fields.ticket).quantity;
      const code = count === 0 ? 'split_option_less_than_one' : isWhole ? 'split_no_child' : null;
      if (code !== null) {
        expect(data(moment).failure).toMatchObject({ code });
        refuses(moment, 'send.submit');
        return offers(moment, 'send.check');
      }
      offers(moment, 'send.submit', 'step.back');
      refuses(moment, 'send.check');
      const isMail = fields.way === 'mail';
      expect(data(moment).transfer).toMatchObject({
        ...{ way: fields.way, lang: fields.lang, option_values: parts.filter((one) => one.count > 0) },
        ...{ email: isMail ? payload(moment, 'email') : '', note: isMail ? payload(moment, 'note') : '' },
      });
    },
  },
  {
    docs: 'docs/product.md#screen-send',
    sentence: 'before it is sent, the visitor can go back and choose again',
    when: on('step.back', isSend),
    begins: [],
    offers: 'send.check',
    refuses: 'send.submit',
  },
  {
    docs: 'docs/product.md#screen-send',
    sentence: 'what was checked is sent, once; the reason of an earlier refusal goes',
    when: on('send.submit'),
    begins: 'handOver',
    refuses: ['send.submit', 'step.back'],
    data: { failure: null },
  },
  {
    docs: 'docs/product.md#screen-send',
    sentence: 'the page says who was handed over; where people are left, more can be sent',
    when: done('handOver'),
    begins: [],
    refuses: ['send.submit', 'step.back'],
    must: (moment) => {
      const { output } = moment.answer ?? {};
      expect(data(moment).result).toEqual(output);
      const rest = Number(fieldsOf(data(moment).ticket).quantity) - Number(fieldsOf(output).quantity);
      if (rest > 0) offers(moment, 'send.again');
      else refuses(moment, 'send.again');
    },
  },
  {
    docs: 'docs/product.md#screen-send',
    sentence: 'a refused hand-over says why, and leads to where it can be corrected',
    when: failed('handOver'),
    must: (moment) => {
      const { failure } = moment.answer ?? {};
      if (!failure) return;
      expect(data(moment)).toMatchObject({ failure, result: null });
      if (!failure.unknown && isRefusal(failure)) {
        staysQuiet(moment);
        return begins(moment, 'readTicket');
      }
      begins(moment);
      if (!failure.unknown && isCorrectable(failure)) {
        staysQuiet(moment);
        return offers(moment, 'send.check');
      }
      reports(moment, failure);
      return offers(moment, 'send.submit', 'step.back');
    },
  },
  {
    docs: 'docs/product.md#screen-send',
    sentence: 'sending more begins with a fresh ticket and an empty form',
    when: on('send.again'),
    begins: 'readTicket',
    data: {
      parts: [],
      way: 'mail',
      fields: {},
      transfer: null,
      result: null,
      failure: null,
    },
  },
];
