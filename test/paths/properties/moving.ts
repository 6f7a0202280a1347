import { expect } from 'vitest';
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
  shows,
  staysQuiet,
  withCode,
} from './rule.ts';

/** Moving a ticket to another date (docs/product.md#screen-changedate). */

const isMove = ({ before }: Moment): boolean => before.screen.startsWith('changedate');
const choiceOf = (fields: Fields): Fields => fieldsOf(fields.choice);

const calendar = ['month.show', 'day.choose', 'timespan.choose'] as const;
const isSlotRefused = withCode(
  'seat_reserve_error',
  'dearer_slot',
  'ticket_not_on_sale',
  'product_change_date_error',
  'coupon_out_of_coverage',
);

export const movingRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#screen-changedate',
    sentence: 'the calendar opens on the day of the ticket, or on what was chosen, if the ticket allows a change',
    when: (moment) => isMove(moment) && done('readTicket')(moment),
    shows: 'changedate',
    must: (moment) => {
      const ticket = fieldsOf(moment.answer?.output);
      expect(data(moment).ticket).toEqual({ ...ticket, entry_code: '', people: [] });
      expect(data(moment).failure).toEqual(dataBefore(moment).failure);
      const isOpen = actionOf(ticket, 'change_date') === null;
      begins(moment, ...(isOpen ? ['search'] : []));
      if (!isOpen) return refuses(moment, ...calendar, 'date.check', 'ticket.again');
      const { day } = choiceOf(dataBefore(moment));
      expect(choiceOf(data(moment)).day).toBe(day ?? String(ticket.reservation_from).slice(0, 10));
      return undefined;
    },
  },
  {
    docs: 'docs/product.md#screen-changedate',
    sentence: 'a ticket that could not be read can be read again, unless its link is dead',
    when: (moment) => isMove(moment) && failed('readTicket')(moment),
    begins: [],
    shows: 'changedate',
    refuses: [...calendar, 'date.check'],
    must: (moment) => {
      if (moment.answer?.failure?.code === 'token_not_found') refuses(moment, 'ticket.again');
      else offers(moment, 'ticket.again');
    },
  },
  {
    docs: 'docs/product.md#screen-changedate',
    sentence: 'a month, or a day, that is chosen is searched at once',
    when: on(['month.show', 'day.choose'], isMove),
    begins: 'search',
    must: (moment) => {
      const [name] = moment.event.type.split('.');
      expect(choiceOf(data(moment))[String(name)]).toBe(payload(moment, String(name)));
      if (name === 'day') expect(data(moment)).toMatchObject({ slots: [], failure: null, missed: null });
      else expect(data(moment).days).toEqual([]);
    },
  },
  {
    docs: 'docs/product.md#screen-changedate',
    sentence: 'a time that is chosen is the new one; the reason why an earlier one was refused goes',
    when: on('timespan.choose', isMove),
    begins: [],
    data: { failure: null, missed: null },
    must: (moment) => expect(choiceOf(data(moment)).timespan).toEqual(payload(moment, 'timespan')),
  },
  {
    docs: 'docs/product.md#screen-changedate',
    sentence: 'the search can be repeated, for all that is shown',
    when: on('search.again', isMove),
    begins: 'search',
    must: (moment) => {
      const { month, day } = choiceOf(data(moment));
      expect(data(moment)).toMatchObject({ wanted: { month, day }, failure: null });
    },
  },
  {
    docs: 'docs/product.md#screen-changedate',
    sentence: 'what was found is shown, and the visitor chooses on',
    when: (moment) => isMove(moment) && moment.answer?.call === 'search',
    begins: [],
    shows: 'changedate',
    offers: [...calendar, 'date.check', 'search.again'],
    must: (moment) => {
      const { output, failure } = moment.answer ?? {};
      const { days, slots } = fieldsOf(output);
      if (failure) expect(data(moment).failure).toEqual(failure);
      if (days) expect(data(moment).days).toEqual(days);
      if (slots) expect(data(moment).slots).toEqual(slots);
    },
  },
  {
    docs: 'docs/product.md#screen-changedate',
    sentence:
      'old and new date are shown side by side before anything is moved; without a time the page says what is missing',
    when: on('date.check'),
    begins: [],
    must: (moment) => {
      if (choiceOf(dataBefore(moment)).timespan === null) {
        shows(moment, 'changedate');
        expect(data(moment).failure).toMatchObject({ code: 'invalid_input', fields: ['time_span_id'] });
        return;
      }
      shows(moment, 'changedate-confirm');
      expect(data(moment).failure).toBeNull();
      offers(moment, 'date.submit', 'step.back');
    },
  },
  {
    docs: 'docs/product.md#change-date-flow',
    sentence: 'a step back leads to the calendar with what was chosen',
    when: on('step.back', isMove),
    begins: [],
    shows: 'changedate',
    offers: [...calendar, 'date.check'],
  },
  {
    docs: 'docs/product.md#change-date-flow',
    sentence: 'the date is changed at the visitor’s word, once; the reason of an earlier refusal goes',
    when: on('date.submit'),
    begins: 'changeDate',
    shows: 'changedate-confirm',
    refuses: ['date.submit', 'step.back'],
    data: { failure: null },
  },
  {
    docs: 'docs/product.md#screen-changedate',
    sentence: 'complete leads to the new ticket',
    when: done('changeDate'),
    shows: 'changedate-complete',
    begins: [],
    must: (moment) => expect(data(moment).result).toBe(moment.answer?.output),
  },
  {
    docs: 'docs/product.md#screen-changedate',
    sentence:
      'a refused time is named and searched again; a changed ticket is read again; else the visitor may try once more',
    when: failed('changeDate'),
    must: (moment) => {
      const { failure } = moment.answer ?? {};
      if (!failure) return;
      expect(data(moment)).toMatchObject({ failure, result: null });
      const { timespan } = choiceOf(dataBefore(moment));
      if (!failure.unknown && isSlotRefused(failure)) {
        shows(moment, 'changedate');
        expect(data(moment).missed).toEqual(timespan);
        expect(choiceOf(data(moment)).timespan).toBeNull();
        staysQuiet(moment);
        return begins(moment, 'search');
      }
      if (!failure.unknown && withCode('cannot_change_ticket', 'token_not_found')(failure)) {
        shows(moment, 'changedate');
        staysQuiet(moment);
        return begins(moment, 'readTicket');
      }
      shows(moment, 'changedate-confirm');
      begins(moment);
      reports(moment, failure);
      return offers(moment, 'date.submit', 'step.back');
    },
  },
  {
    docs: 'docs/product.md#change-date-flow',
    sentence: 'its pages are steps: confirm needs a time, complete a change, and a finished change is not begun again',
    when: (moment) => isMove(moment) && on('page.requested', ({ actor }) => actor.at(-1) === 'changedate')(moment),
    begins: [],
    must: (moment) => {
      const { before } = moment;
      const fields = dataBefore(moment);
      const screen = payload(moment, 'screen');
      const isIdle = !before.waiting.some(({ path, isClock }) => !isClock && path.startsWith(moment.actor.join('/')));
      const isDone = fields.result !== null;
      const may: Readonly<Record<string, boolean>> = {
        changedate: isIdle,
        'changedate-confirm':
          isIdle &&
          !isDone &&
          choiceOf(fields).timespan !== null &&
          actionOf(moment.old.ticket, 'change_date') === null,
        'changedate-complete': isIdle && isDone,
      };
      shows(moment, may[String(screen)] ? (screen as Moment['now']['screen']) : before.screen);
      if (moment.now.screen === before.screen && screen !== before.screen)
        expect(Number(data(moment).refused), 'the address is set back').toBe(Number(fields.refused) + 1);
      if (isDone) refuses(moment, 'date.check', 'date.submit', ...calendar);
      if (moment.now.screen === before.screen) return;
      if (screen === 'changedate-confirm') expect(data(moment).failure, 'what was refused before').toBeNull();
      if (screen === 'changedate' && !isDone) offers(moment, ...calendar, 'date.check');
    },
  },
];
