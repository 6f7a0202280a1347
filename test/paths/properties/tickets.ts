import { expect } from 'vitest';
import type { Moment } from './moment.ts';
import {
  begins,
  data,
  dataBefore,
  done,
  failed,
  inputOf,
  offers,
  on,
  type Rule,
  refuses,
  withCode,
  withoutCode,
} from './rule.ts';

/** The ticket, and the shared ticket (docs/product.md#screen-ticket, docs/product.md#screen-shared). */

const ticketScreens = ['ticket', 'shared'] as const;
const isOn =
  (...screens: readonly string[]) =>
  ({ before }: Moment): boolean =>
    screens.includes(before.screen);
const isTicket = isOn(...ticketScreens);

/** An offer that depends on what the server allows. */
const offersIf = (moment: Moment, isAllowed: boolean, event: string): void =>
  isAllowed ? offers(moment, event) : refuses(moment, event);

const reads = ['readTicket', 'readShared'] as const;
const recalls = ['recallTicket', 'recallShared'] as const;
const readingOf = (screen: string): string => (screen === 'shared' ? 'readShared' : 'readTicket');

export const ticketRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#screen-ticket',
    sentence: 'the page shows the ticket as the server last described it, and it can be read again',
    when: (moment) => isTicket(moment) && done(reads)(moment),
    data: (moment) => ({ ticket: moment.answer?.output, failure: null, isStillStored: false }),
    begins: [],
    offers: ['ticket.again', 'ticket.forget'],
  },
  {
    docs: 'docs/product.md#offline-ticket',
    sentence: 'a dead link shows no ticket, and nothing that was stored of it',
    when: (moment) => isTicket(moment) && failed(reads, withCode('token_not_found'))(moment),
    data: { ticket: null, failure: null },
    begins: [],
    refuses: ['ticket.again', 'ticket.forget'],
  },
  {
    docs: 'docs/product.md#offline-ticket',
    sentence: 'without a network a ticket that is on the page stays, and one that was opened before is looked for',
    when: (moment) => isTicket(moment) && failed(reads, withoutCode('token_not_found'))(moment),
    must: (moment) => {
      const { ticket } = dataBefore(moment);
      expect(data(moment)).toMatchObject({ ticket, failure: moment.answer?.failure });
      if (ticket === null) return begins(moment, moment.before.screen === 'shared' ? 'recallShared' : 'recallTicket');
      begins(moment);
      return offers(moment, 'ticket.again', 'ticket.forget');
    },
  },
  {
    docs: 'docs/product.md#offline-ticket',
    sentence: 'a stored ticket opens, with the reason why it could not be read; it can be read again',
    when: (moment) => moment.answer !== null && recalls.some((one) => one === moment.answer?.call),
    begins: [],
    offers: 'ticket.again',
    must: (moment) => {
      const { output = null } = moment.answer ?? {};
      expect(data(moment)).toMatchObject({ ticket: output ?? null, failure: dataBefore(moment).failure });
      expect(data(moment).failure).not.toBeNull();
      offersIf(moment, Boolean(output), 'ticket.forget');
    },
  },
  {
    docs: 'docs/product.md#screen-ticket',
    sentence: 'a button reads the ticket again',
    when: on('ticket.again', isTicket),
    begins: (moment) => readingOf(moment.before.screen),
    must: (moment) => expect(data(moment).ticket, 'the ticket stays on the page').toEqual(dataBefore(moment).ticket),
  },
  {
    docs: 'docs/product.md#offline-ticket',
    sentence: 'a visitor without a ticket on the page waits less for the server before a stored one is shown',
    when: ({ began }) => began.some(({ input }) => 'timeout' in input),
    must: (moment) => {
      const { timeout } = inputOf(moment, readingOf(moment.now.screen));
      expect(timeout).toBe(data(moment).ticket === null ? 4_000 : 10_000);
    },
  },
  {
    docs: 'docs/product.md#offline-ticket',
    sentence: 'a ticket that is on the page can be removed from the device, also while it is read',
    when: ({ now }) => isTicket({ before: now } as Moment) && data({ now } as Moment).ticket !== null,
    must: (moment) => {
      if (!moment.now.waiting.some(({ call }) => call === 'forgetTicket')) offers(moment, 'ticket.forget');
    },
  },
  {
    docs: 'docs/product.md#offline-ticket',
    sentence: 'without a ticket on the page there is nothing to remove',
    when: ({ now }) => isTicket({ before: now } as Moment) && data({ now } as Moment).ticket === null,
    refuses: 'ticket.forget',
  },
  {
    docs: 'docs/product.md#offline-ticket',
    sentence: 'removing a ticket from the device deletes what is stored of it',
    when: on('ticket.forget'),
    begins: 'forgetTicket',
    shows: (moment) => moment.before.screen,
  },
  {
    docs: 'docs/product.md#offline-ticket',
    sentence: 'a removed ticket leaves neither its link in the address nor a bought order in the purchase',
    when: done('forgetTicket'),
    shows: 'forgotten',
    begins: [],
    must: (moment) => {
      expect(moment.now.app.getSnapshot().context.token).toBe('');
      expect(moment.now.purchase?.context.completion).toBeNull();
    },
  },
  {
    docs: 'docs/product.md#offline-ticket',
    sentence: 'if a ticket could not be removed, the page says that it is still stored',
    when: failed('forgetTicket'),
    shows: (moment) => moment.before.screen,
    data: (moment) => ({ isStillStored: true, ticket: dataBefore(moment).ticket }),
    offers: ['ticket.again', 'ticket.forget'],
  },
];
