import { expect } from 'vitest';
import { fieldsOf } from '#test/paths/event-parts.ts';
import {
  begins,
  data,
  dataBefore,
  done,
  failed,
  inputOf,
  offers,
  on,
  payload,
  type Rule,
  refuses,
  reports,
} from './rule.ts';

/** Finding tickets again, and the wall at the venue. */

const inquiryRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#screen-reservation-inquiry',
    sentence: 'mail address and number are looked up as typed; the reason of an earlier refusal goes',
    when: on('inquiry.submit'),
    begins: 'findReservation',
    refuses: ['inquiry.submit', 'number.forgot'],
    data: { failure: null },
    must: (moment) => {
      const typed = { email: payload(moment, 'email'), reservation_number: payload(moment, 'reservation_number') };
      expect(inputOf(moment, 'findReservation')).toEqual({ typed });
    },
  },
  {
    docs: 'docs/product.md#screen-reservation-inquiry',
    sentence: 'they open the ticket',
    when: done('findReservation'),
    shows: 'ticket',
    begins: 'readTicket',
    must: (moment) => {
      const token = fieldsOf(moment.answer?.output).reservation_token;
      expect(inputOf(moment, 'readTicket').token).toBe(token);
      expect(moment.now.address).toBe(`/id/${token}`);
    },
  },
  {
    docs: 'docs/product.md#screen-reservation-inquiry',
    sentence: 'what was not found, or not sent, is said, and can be tried again with what was typed',
    when: failed(['findReservation', 'sendLinks']),
    must: (moment) => {
      const { failure, call } = moment.answer ?? {};
      if (!failure) return;
      const { failure: _, attempt: __, ...typed } = dataBefore(moment);
      expect(data(moment)).toMatchObject({ ...typed, failure });
      reports(moment, failure);
      begins(moment);
      offers(moment, call === 'sendLinks' ? 'links.send' : 'inquiry.submit');
    },
  },
  {
    docs: 'docs/product.md#screen-reservation-inquiry',
    sentence: 'without the number the links are mailed; the visitor can go back to the number',
    when: on(['number.forgot', 'inquiry.again']),
    begins: [],
    must: (moment) => {
      const lacksNumber = moment.event.type === 'number.forgot';
      expect(data(moment)).toMatchObject({ lacksNumber, failure: null });
      offers(moment, ...(lacksNumber ? ['links.send', 'inquiry.again'] : ['inquiry.submit', 'number.forgot']));
      refuses(moment, lacksNumber ? 'inquiry.submit' : 'links.send');
    },
  },
  {
    docs: 'docs/product.md#screen-reservation-inquiry',
    sentence: 'the links are mailed to the address as typed, in the language of the page',
    when: on('links.send'),
    begins: 'sendLinks',
    data: (moment) => ({ email: payload(moment, 'email'), failure: null }),
    refuses: ['links.send', 'inquiry.again'],
    input: (moment) => ({ email: payload(moment, 'email') }),
  },
  {
    docs: 'docs/product.md#screen-reservation-inquiry',
    sentence: 'the answer does not say whether any are known; the visitor may ask again',
    when: done('sendLinks'),
    begins: [],
    offers: 'inquiry.again',
    refuses: ['links.send', 'inquiry.submit'],
    data: { failure: null },
  },
];

const wallRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#screen-signage',
    sentence: 'the wall shows what the server last answered, by the server’s clock, and reads again in 30 s',
    when: done('readToday'),
    must: (moment) => {
      const { today, at } = fieldsOf(moment.answer?.output);
      const ahead = Date.parse(String(fieldsOf(today).as_of)) - Number(at);
      expect(data(moment)).toMatchObject({ today, ahead, isStale: false });
    },
  },
  {
    docs: 'docs/product.md#screen-signage',
    sentence: 'it shows the last data when the connection is lost, and says so',
    when: failed('readToday'),
    isQuiet: true,
    must: (moment) => {
      const { today, ahead } = dataBefore(moment);
      expect(data(moment)).toMatchObject({ today, ahead, isStale: true });
    },
  },
  {
    docs: 'docs/product.md#const-signage',
    sentence: 'signage reads again every 30 s',
    when: (moment) => moment.answer?.call === 'readToday',
    must: ({ now }) => {
      const clocks = now.waiting.filter(({ path, isClock }) => isClock && path.startsWith('app/signage/'));
      expect(clocks.map(({ input }) => input)).toEqual([{ for: 30_000 }]);
    },
  },
  {
    docs: 'docs/product.md#screen-signage',
    sentence: 'after that it reads',
    when: on('xstate.done.actor.nextLook'),
    begins: 'readToday',
  },
];

const shopRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#start-up',
    sentence: 'what is not stored is requested at start, for this site and language',
    when: ({ event }) => event.type === 'xstate.done.actor.openShop',
    must: ({ now, answer }) => {
      const { catalogue } = now.app.getSnapshot().children;
      expect(catalogue?.getSnapshot().context.catalogue).toEqual(answer?.output);
      expect(catalogue?.getSnapshot().can({ type: 'catalogue.again' }), 'there is nothing to try again').toBe(false);
    },
  },
  {
    docs: 'docs/product.md#start-up',
    sentence: 'a shop that could not be read says so, and offers to try again',
    when: failed('openShop'),
    isReported: true,
    must: (moment) => {
      const catalogue = moment.now.running.find(({ path }) => path === 'app/catalogue')?.snapshot;
      expect(catalogue?.can({ type: 'catalogue.again' })).toBe(true);
    },
  },
  {
    docs: 'docs/product.md#start-up',
    sentence: 'trying again requests it again',
    when: on('catalogue.again'),
    begins: 'openShop',
  },
];

export const findingRules: readonly Rule[] = [...inquiryRules, ...wallRules, ...shopRules];
