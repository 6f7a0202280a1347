import { clock, longDay, venueDay } from '#src/domain/dates.ts';
import { htmlLang } from '#src/domain/lang.ts';
import type { Ticket, TicketState } from '#src/domain/ticket.ts';
import { useShop } from '#src/screens/shop.ts';
import { useVisit } from '#src/screens/visit.ts';
import { Badge, type BadgeProps } from '#src/ui/badge.tsx';
import { TicketCard } from '#src/ui/ticket-card.tsx';
import { type MessageId, useWords } from '#src/ui/words.ts';
import { inkOn } from './ink.ts';

const states = {
  valid: ['ticket_state_valid', 'ok'],
  used: ['ticket_state_used', 'plain'],
  shared: ['ticket_state_shared', 'info'],
  sent: ['ticket_state_sent', 'info'],
  changed: ['ticket_state_changed', 'warn'],
  cancelled: ['ticket_state_cancelled', 'danger'],
} as const satisfies Record<TicketState, readonly [MessageId, BadgeProps['tone']]>;

/** The entry code as people read it to each other. */
const inGroups = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ');

/** One code for all people (SPEC "fusion"). */
export function TicketView({ ticket }: { ticket: Ticket }) {
  const { say } = useWords();
  const { site, lang } = useShop();
  const { date, time, zone } = useVisit()(ticket);
  const locale = htmlLang[lang];
  const [state, tone] = states[ticket.state];
  const { pc, sp } = site.ticketHeaderColor;
  const asOf = { date: longDay(venueDay(ticket.as_of), locale), time: clock(ticket.as_of, locale) };
  return (
    <>
      <TicketCard
        site={site.title[lang]}
        product={ticket.product_name}
        state={<Badge tone={tone}>{say(state)}</Badge>}
        naming={ticket.naming_right ? say('order_presented_by', { name: ticket.naming_right }) : null}
        dateLabel={say(time ? 'ticket_visit' : 'ticket_valid')}
        date={date}
        time={
          time ? (
            <>
              <span>{time}</span>
              {zone ? <span className="zone">{zone}</span> : null}
            </>
          ) : null
        }
        code={ticket.entry_code || null}
        codeLabel={say('ticket_code')}
        codeText={inGroups(ticket.entry_code)}
        linesLabel={say('ticket_lines')}
        lines={ticket.order_options
          .filter(({ quantity }) => quantity > 0)
          .map(({ id, name, quantity }) => ({ key: id, name, count: say('ticket_count', { count: quantity }) }))}
        numberLabel={say('ticket_number')}
        number={ticket.reservation_number}
        caution={ticket.caution ? <p>{ticket.caution}</p> : null}
        color={{ pc, sp, ink: inkOn(pc, sp) }}
      />
      <p className="as-of fine">{say('ticket_as_of', asOf)}</p>
    </>
  );
}
