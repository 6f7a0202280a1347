import { createReservationMail, getReservation } from '#src/api/contract/reservations.ts';
import { getTicket } from '#src/api/contract/tickets.ts';
import { newKey } from '../kit/buyer.ts';
import { anyReservation } from './buying.ts';
import { type Section, same } from './requirement.ts';
import type { World } from './world.ts';

const nobody = () => `${newKey()}@visitor.example`;

/** A well-formed random number, which almost certainly belongs to nobody. */
const noNumber = (): string =>
  Array.from({ length: 3 }, () =>
    Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => 'ABCDEFGHJKLMNPQR'[byte % 16]).join(''),
  ).join('-');

/** A rejection without the parts that differ between requests. */
const refusalOf = async (world: World, email: string, reservation_number: string) => {
  const {
    request_id: _own,
    headers: _all,
    ...said
  } = await world.refused(getReservation, { query: { email, reservation_number } });
  return said;
};

export const lookUp: Section = {
  // docs/product.md#screen-reservation-inquiry; docs/architecture.md#bar-look-up
  title: 'Finding a reservation again',
  requirements: [
    {
      id: 'look-up.unknown',
      says: 'mail and number that belong to nobody are refused as ticket_not_found, whatever they look like',
      check: async (world) => {
        const first = await refusalOf(world, nobody(), noNumber());
        same('refusal', [first.status, first.code], [404, 'ticket_not_found']);
        same('what is no mail and no number', await refusalOf(world, 'nobody', 'nothing'), first);
      },
    },
    {
      id: 'look-up.equal',
      says: 'a wrong mail to a right number, and a wrong number to a right mail, are answered as what nobody has',
      check: async (world) => {
        const { number, email } = await anyReservation(world);
        const unknown = await refusalOf(world, nobody(), noNumber());
        same('wrong mail', await refusalOf(world, nobody(), number), unknown);
        same('wrong number', await refusalOf(world, email, noNumber()), unknown);
      },
    },
    {
      id: 'look-up.found',
      says: 'mail and number open the ticket, however they are typed: capitals, full width, with or without hyphens',
      check: async (world) => {
        const { number, email } = await anyReservation(world);
        const wide = (text: string) =>
          text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
        const typed = [
          [email, number],
          [` ${email.toUpperCase()} `, number.toLowerCase()],
          [wide(email), wide(number)],
          [email, number.replaceAll('-', '')],
        ];
        for (const [mail = '', one = ''] of typed) {
          const { reservation_token } = await world.ask(getReservation, {
            query: { email: mail, reservation_number: one },
          });
          same(
            `number of what ${mail} ${one} opens`,
            (await world.ask(getTicket, { params: { reservation_token } })).reservation_number,
            number,
          );
        }
      },
    },
    {
      id: 'look-up.mails',
      says: 'POST /reservations/mails accepts any address alike: the answer does not say whether anything is known of it',
      check: async (world) => {
        const body = { email: nobody(), lang: await world.lang() };
        same('reply', await world.ask(createReservationMail, { body, key: newKey() }), { accepted: true });
      },
    },
  ],
};
