import { newKey } from 'ticket-store/test/api/kit/buyer.ts';
import { buy } from './buying.ts';
import type { Context } from './context.ts';
import { comparable, type Section, same } from './requirement.ts';

const unknownAddress = () => `${newKey()}@visitor.example`;

/** A well-formed random number, which almost certainly belongs to no ticket. */
const noNumber = (): string =>
  Array.from({ length: 3 }, () =>
    Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => 'ABCDEFGHJKLMNPQR'[byte % 16]).join(''),
  ).join('-');

const refusalOf = async (context: Context, email: string, reservation_number: string) =>
  comparable(await context.refused('getReservation', { query: { email, reservation_number } }));

export const lookUp: Section = {
  // docs/product.md#screen-reservation-inquiry; docs/architecture.md#bar-look-up
  title: 'Finding a reservation again',
  requirements: [
    {
      id: 'look-up.unknown',
      description: 'unknown mails and numbers are rejected as ticket_not_found, whatever their format',
      check: async (context) => {
        const first = await refusalOf(context, unknownAddress(), noNumber());
        same('refusal', [first.status, first.code], [404, 'ticket_not_found']);
        same('neither mail nor number', await refusalOf(context, 'nobody', 'nothing'), first);
      },
    },
    {
      id: 'look-up.equal',
      description:
        'mail and number open the ticket; a wrong mail to a right number, and a wrong number to a right mail, get the same response as unknown ones; so do requests for a mail',
      check: async (context) => {
        const { number, email } = await buy(context);
        const query = { email, reservation_number: number };
        const { reservation_token } = await context.call('getReservation', { query });
        const ticket = await context.call('getTicket', { params: { reservation_token } });
        same('number of the opened ticket', ticket.reservation_number, number);
        const unknown = await refusalOf(context, unknownAddress(), noNumber());
        same('wrong mail', await refusalOf(context, unknownAddress(), number), unknown);
        same('wrong number', await refusalOf(context, email, noNumber()), unknown);
        const body = { email: unknownAddress(), lang: await context.lang() };
        same('POST /reservations/mails', await context.call('createReservationMail', { body }), { accepted: true });
      },
    },
  ],
};
