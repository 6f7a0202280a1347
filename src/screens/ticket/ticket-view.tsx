import { type ReactNode, useMemo } from 'react';
import { inkOn } from '#src/domain/ink.ts';
import { inGroups, type SharedTicket, type Ticket } from '#src/domain/ticket.ts';
import { useShop } from '#src/screens/shop.ts';
import { useVisit } from '#src/screens/visit.ts';
import { Badge } from '#src/ui/badge.tsx';
import { TicketCard, type TicketCardProps } from '#src/ui/ticket-card.tsx';
import { unbroken } from '#src/ui/unbroken.ts';
import { useTexts } from '#src/ui/use-texts.ts';
import { BrightCode } from './bright-code.tsx';
import { About, PeopleCards } from './people-cards.tsx';
import { states } from './ticket-texts.ts';

type ShownTicket = Ticket | SharedTicket;

/** Props that all cards of a ticket share. */
const useCard = (ticket: ShownTicket): Omit<TicketCardProps, 'code' | 'lines'> => {
  const { t } = useTexts();
  const { site, lang } = useShop();
  const { date, time, zone } = useVisit()(ticket);
  const { pc, sp } = site.ticketHeaderColor;
  const color = useMemo(() => ({ pc, sp, ink: inkOn(pc, sp) }), [pc, sp]);
  const { name, tone } = states[ticket.state];
  return {
    site: site.title[lang],
    product: ticket.product_name,
    state: <Badge tone={tone}>{t(name)}</Badge>,
    naming: ticket.naming_right ? t('order_presented_by', { name: ticket.naming_right }) : null,
    dateLabel: t(time ? 'ticket_visit' : 'ticket_valid'),
    date: unbroken(date),
    time: time ? (
      <>
        <span>{unbroken(time)}</span>
        {zone ? <span className="zone">{zone}</span> : null}
      </>
    ) : null,
    codeLabel: t('ticket_code'),
    linesLabel: t('ticket_lines'),
    numberLabel: t('ticket_number'),
    number: 'reservation_number' in ticket ? ticket.reservation_number : null,
    caution: ticket.caution ? <p>{ticket.caution}</p> : null,
    color,
  };
};

/** `meaning`: explanation of the ticket's state, and the next step; null if the code only has to be shown. */
type TicketViewProps = { ticket: ShownTicket; meaning: ReactNode };

/** The ticket as the site shows it: one code for all people (fusion), or a card with a code for each (separate). */
export function TicketView({ ticket, meaning }: TicketViewProps) {
  const { t } = useTexts();
  const { site } = useShop();
  const card = useCard(ticket);
  const codeHint = meaning ? null : t('ticket_means_valid');
  const lineOf = (key: string, name: string, quantity: number) => ({
    key,
    name,
    count: t('ticket_count', { count: quantity }),
  });
  const sets = ticket.set_products.map(({ id, product_name, quantity }) => lineOf(id, product_name, quantity));
  const { entry_code: code, people } = ticket;
  if (code && site.ticketDisplay === 'separate' && people.length > 1)
    return (
      <PeopleCards
        card={card}
        meaning={meaning}
        codeHint={codeHint}
        people={people}
        lineOf={(name) => lineOf('person', name, 1)}
        sets={sets}
      />
    );
  const tickets = ticket.order_options.filter(({ quantity }) => quantity > 0);
  const one = tickets.map(({ id, name, quantity }) => lineOf(id, name, quantity));
  return (
    <TicketCard
      {...card}
      meaning={meaning}
      codeHint={codeHint}
      code={code || null}
      codeText={inGroups(code)}
      codeAction={
        code ? (
          <BrightCode code={code} label={t('ticket_code')} about={<About name={ticket.product_name} card={card} />} />
        ) : null
      }
      lines={[...one, ...sets]}
    />
  );
}
