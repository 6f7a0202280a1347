import { newKey } from 'ticket-store/test/api/kit/buyer.ts';
import { wide } from 'ticket-store/test/tools/typed.ts';
import { anyReservation } from './buying.ts';
import type { Context } from './context.ts';
import { type Section, same } from './requirement.ts';

const unknownAddress = () => `${newKey()}@visitor.example`;

/** A well-formed random number, which almost certainly belongs to no ticket. */
const noNumber = (): string =>
  Array.from({ length: 3 }, () =>
    Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => 'ABCDEFGHJKLMNPQR'[byte % 16]).join(''),
  ).join('-');

/** A rejection without the parts that differ between requests. */
const refusalOf = async (context: Context, email: string, reservation_number: string) => {
  const {
    request_id: _own,
    headers: _all,
    ...refusal
  } = await context.refused('getReservation', { query: { email, reservation_number } });
  return refusal;
};

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
        same('what is no mail and no number', await refusalOf(context, 'nobody', 'nothing'), first);
      },
    },
    {
      id: 'look-up.equal',
      description:
        'a wrong mail to a right number, and a wrong number to a right mail, get the same response as unknown ones',
      check: async (context) => {
        const { number, email } = await anyReservation(context);
        const unknown = await refusalOf(context, unknownAddress(), noNumber());
        same('wrong mail', await refusalOf(context, unknownAddress(), number), unknown);
        same('wrong number', await refusalOf(context, email, noNumber()), unknown);
      },
    },
    {
      id: 'look-up.found',
      description: 'mail and number open the ticket in any notation: capitals, full width, with or without hyphens',
      check: async (context) => {
        const { number, email } = await anyReservation(context);
        const typed = [
          [email, number],
          [` ${email.toUpperCase()} `, number.toLowerCase()],
          [wide(email), wide(number)],
          [email, number.replaceAll('-', '')],
        ];
        for (const [mail = '', one = ''] of typed) {
          const { reservation_token } = await context.call('getReservation', {
            query: { email: mail, reservation_number: one },
          });
          same(
            `number of what ${mail} ${one} opens`,
            (await context.call('getTicket', { params: { reservation_token } })).reservation_number,
            number,
          );
        }
      },
    },
    {
      id: 'look-up.mails',
      description:
        'POST /reservations/mails accepts any address alike: the response does not reveal whether the address is known',
      check: async (context) => {
        const body = { email: unknownAddress(), lang: await context.lang() };
        same('reply', await context.call('createReservationMail', { body }), { accepted: true });
      },
    },
  ],
};
