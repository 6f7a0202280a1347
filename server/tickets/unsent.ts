import { type RawBuilder, sql } from 'kysely';

/**
 * To whom the newest mail about a ticket was given up; null when it was sent or still may be. In a query of `tickets`; the mail of
 * the purchase is about the buyer's.
 */
export const unsentTo: RawBuilder<string | null> = sql`(select case when newest.state = 'failed' then newest.address end
  from (select outbox.state, outbox.address from outbox
    where outbox.order_id = tickets.order_id
      and outbox.kind in ('completed', 'ticket_sent', 'ticket_changed', 'ticket_reissued', 'visit_moved')
      and (outbox.ticket_id = tickets.id or (outbox.ticket_id is null and tickets.kind = 'order'))
    order by outbox.created_at desc limit 1) as newest)`;
