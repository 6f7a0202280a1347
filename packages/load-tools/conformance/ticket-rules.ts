import { changeDate, sendTicket, shareTicket, splitTicket } from 'ticket-store/src/api/contract/tickets.ts';
import type { Endpoint } from 'ticket-store/src/api/endpoint.ts';
import { newKey } from 'ticket-store/test/api/kit/buyer.ts';
import { buy, movable, onePerson } from './buying.ts';
import type { Context, Offer } from './context.ts';
import { needed, type Section, same } from './requirement.ts';

/** Tries to move a ticket that was just bought; the move must be rejected and the ticket unchanged. */
const mustStay = async (context: Context, offer: Offer, time_span_id: string, code: string): Promise<void> => {
  const { reservation_token } = await buy(context, 1, false, offer);
  const params = { reservation_token };
  const refused = await context.refused('changeDate', { params, body: { time_span_id } });
  same('refusal', [refused.code, refused.fields], [code, ['time_span_id']]);
  const { state, time_span_id: now } = await context.call('getTicket', { params });
  same('ticket', [state, now], ['valid', offer.span.id]);
};

export const ticketRules: Section = {
  title: 'What a page does not let a holder do, and a program may not either',
  requirements: [
    {
      id: 'tickets.dearer',
      description: 'a new date that costs more than was paid is rejected as dearer_slot',
      check: async (context) => {
        const offers = (await context.offers()).filter(
          ({ product, span }) => span.remaining > 2 && product.options.some(({ add_cost }) => add_cost > 0),
        );
        const pairs = offers.flatMap((offer) =>
          offers.flatMap((to) =>
            to.product.uuid === offer.product.uuid && to.span.surcharge > offer.span.surcharge ? [{ offer, to }] : [],
          ),
        );
        const { offer, to } = needed(pairs[0], 'needs a product with a timespan that costs more than another');
        await mustStay(context, offer, to.span.id, 'dearer_slot');
      },
    },
    {
      id: 'tickets.elsewhere',
      description: 'a new date of another product, or an unknown one, is rejected as product_change_date_error',
      check: async (context) => {
        const { offer } = await movable(context);
        const other = needed(
          (await context.offers()).find(({ product }) => product.uuid !== offer.product.uuid),
          'needs two products on sale',
        );
        for (const id of [other.span.id, 'no-such-timespan'])
          await mustStay(context, offer, id, 'product_change_date_error');
      },
    },
    {
      id: 'tickets.handed-over',
      description:
        'a ticket that was sent on as a whole cannot be shared, sent, split or moved any more: cannot_change_ticket',
      check: async (context) => {
        const { reservation_token, body } = await buy(context, 2);
        const params = { reservation_token };
        const { people } = await context.call('getTicket', { params });
        const wanted = [...new Set(people.map(({ option_id }) => option_id))].map((id) => ({
          id,
          count: people.filter(({ option_id }) => option_id === id).length,
        }));
        const option_values = await onePerson(context, reservation_token);
        const sent = { email: `conformance-${newKey()}@visitor.example`, note: '', lang: await context.lang() };
        await context.call('sendTicket', { params, body: { ...sent, option_values: wanted } });
        const tries: [Endpoint, object | undefined][] = [
          [shareTicket, undefined],
          [sendTicket, { ...sent, option_values }],
          [splitTicket, { option_values }],
          [changeDate, { time_span_id: body.time_span_id }],
        ];
        for (const [endpoint, input] of tries) {
          const refused = await context.refused(endpoint, { params, ...(input && { body: input }) });
          same(endpoint.path, refused.code, 'cannot_change_ticket');
        }
      },
    },
  ],
};
