import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { card, connectionLost, fails, orderReply } from '../answers.ts';
import { by, offeredDay, page, pageCases, rows, where } from '../plan-rows.ts';
import { changeSlots, days, months, ticket } from '../sample-shop.ts';
import { ticketForTwo } from './send.ts';

const token = { token: 'ticket-1' };
const changePlaced = { result: null, placed: orderReply({ price: 500 }).output };
const providerReturn = { paymentType: 'stripe_secure', status: 'ok' };

export const changeDatePlan: Plan = {
  key: by(
    'change-date',
    ({ ticket: loaded, choice, days: shown, slots: listed, wanted, result, placed, method, payment }) => [
      [loaded?.actions.change_date, result],
      [choice.month, choice.day, choice.timespan?.id],
      [placed !== null, method, payment !== null],
      [shown.length, listed.length, wanted.month !== null, wanted.day !== null],
    ],
  ),
  cases: {
    // The page that is already open is not requested again.
    ...pageCases('change-date', (s) => [
      ...where(!s.matches('changedate'), page('changedate', {}, token)),
      ...where(!s.matches('confirm'), page('changedate-confirm', {}, token)),
      ...where(!s.matches('complete'), page('changedate-complete', {}, token)),
      ...where(s.matches('checkout'), page('payment-callback', { r: 'return-1' }, providerReturn)),
    ]),
    'month.show': rows('change-date', ({ context: { choice } }) => [
      { month: months[choice.month === months[0] ? 1 : 0] },
    ]),
    'day.choose': rows('change-date', ({ context }) => offeredDay(context.days)),
    'timespan.choose': rows('change-date', ({ context: { choice, slots: listed } }) =>
      listed
        .filter(({ id }) => id !== choice.timespan?.id && id !== ticket.time_span_id)
        .map((timespan) => ({ timespan })),
    ),
    'search.again': rows('change-date', ({ context: { days: shown, slots: listed } }) =>
      where(!shown.length || !listed.length, {}),
    ),
    'xstate.done.actor.readTicket': [{ output: ticket }, { output: ticketForTwo('used') }],
    'xstate.error.actor.readTicket': fails('token_not_found', 'connection_error'),
    'xstate.done.actor.search': rows('change-date', ({ context: { wanted } }) => [
      { output: { days: wanted.month && days(wanted.month), slots: wanted.day && changeSlots } },
    ]),
    'xstate.error.actor.search': fails('request_error'),
    'method.choose': rows('change-date', ({ context: { method } }) =>
      where(method === null, { method: 'stripe_secure' }),
    ),
    'payment.submit': rows('change-date', ({ context: { method } }) => where(method !== null, { method })),
    'xstate.done.actor.takeToken': [{ output: card }],
    'xstate.error.actor.takeToken': fails('card_input'),
    'xstate.done.actor.changeDate': rows('change-date', ({ context: { choice } }) => [
      { output: choice.timespan?.change ? changePlaced : { result: 'ticket-2', placed: null } },
    ]),
    'xstate.error.actor.changeDate': [...fails('cannot_change_ticket', 'dearer_slot', 'bad_request'), connectionLost],
  },
};
