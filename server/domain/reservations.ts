import { sql } from 'kysely';
import type { Deps, Place } from '#server/deps.ts';
import { Problem } from '#server/http/problem.ts';
import { toAscii } from '#src/domain/digits.ts';
import { comparedMail } from '#src/domain/mail.ts';
import { reservationNumberOf } from '#src/domain/ticket.ts';
import { ticketTokenOf } from './tickets.ts';
import { limitTries } from './tries.ts';

type Asked = { email: string; reservation_number: string };

/**
 * In: mail and number as typed. Out: the token of the ticket that has this number now, for its holder's mail. Throws
 * ticket_not_found, the same after the same one query whatever of the two is wrong, and rate_limited.
 */
export const lookUp = (
  { db, vault }: Deps,
  { site, visitor }: Pick<Place, 'site' | 'visitor'>,
  asked: Asked,
): Promise<string> => {
  const email = comparedMail(asked.email);
  const number = reservationNumberOf(toAscii(asked.reservation_number));
  const about = [vault.idOf(`try\n${site}\nmail\n${email}`), vault.idOf(`try\n${site}\nnumber\n${number}`)];
  return limitTries(db, { about, visitor: visitor && vault.idOf(`try\nlookup\n${visitor}`) }, async () => {
    const row = await db
      .selectFrom('tickets')
      .innerJoin('orders', 'orders.id', 'tickets.order_id')
      .select(['tickets.id', 'tickets.link_revision', 'tickets.token_hash'])
      .where('tickets.number', '=', number)
      .where('tickets.state', '<>', 'changed')
      .where(sql<boolean>`lower(coalesce(tickets.email, orders.customer ->> 'email')) = ${email}`)
      .where('orders.site', '=', site)
      .executeTakeFirst();
    if (!row) throw new Problem('ticket_not_found');
    return ticketTokenOf(vault, row);
  });
};
