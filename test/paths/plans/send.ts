import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { quantityOf } from '#src/domain/order-lines.ts';
import type { Ticket, TicketState } from '#src/domain/ticket.ts';
import { connectionLost, fails } from '../answers.ts';
import { by, rows, where } from '../plan-rows.ts';
import { ticketIn } from '../sample-tickets.ts';

/** A ticket of two adults. */
export const ticketForTwo = (state: TicketState = 'valid'): Ticket => ({
  ...ticketIn(state, { quantity: 2 }),
  price: 4000,
  order_options: ticketIn(state).order_options.map((option) => ({ ...option, quantity: 2 })),
});

const recipient = 'friend@visitor.example';

export const sendPlan: Plan = {
  key: by('send', ({ lang, ticket: loaded, parts, way, transfer, result }) => [
    lang,
    [loaded?.quantity, loaded?.actions.send, quantityOf(parts), way],
    transfer && [transfer.way, quantityOf(transfer.option_values)],
    result?.quantity,
  ]),
  cases: {
    'people.set': rows('send', ({ context }) => {
      const [adult] = context.parts;
      return adult ? [{ part: { id: adult.id, count: adult.count === 0 ? 2 : adult.count - 1 } }] : [];
    }),
    'way.choose': rows('send', ({ context }) => [{ way: context.way === 'mail' ? 'link' : 'mail' }]),
    'draft.kept': rows('send', ({ context }) =>
      where(context.way === 'mail', { form: 'send', fields: { note: 'See you there' } }),
    ),
    'send.check': rows('send', ({ context }) => [
      { email: context.way === 'mail' ? recipient : '', note: context.way === 'mail' ? 'Bring a coat' : '' },
    ]),
    'xstate.done.actor.readTicket': [{ output: ticketForTwo() }, { output: ticketForTwo('used') }],
    'xstate.error.actor.readTicket': fails('token_not_found', 'connection_error'),
    'xstate.done.actor.handOver': rows('send', ({ context: { transfer } }) => {
      const quantity = quantityOf(transfer?.option_values ?? []);
      return transfer?.way === 'link'
        ? [{ output: { quantity, sent_to: '', reservation_token: 'ticket-2' } }]
        : [{ output: { quantity, sent_to: recipient, reservation_token: '' } }];
    }),
    'xstate.error.actor.handOver': [...fails('cannot_change_ticket', 'invalid_input', 'bad_request'), connectionLost],
  },
};
