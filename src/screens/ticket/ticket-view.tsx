import type { ReactNode } from 'react';
import { inGroups, type SharedTicket, type Ticket } from '#src/domain/ticket.ts';
import { useShop } from '#src/screens/shop.ts';
import { Badge } from '#src/ui/badge.tsx';
import { TicketCard } from '#src/ui/ticket-card.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { BrightCode } from './bright-code.tsx';
import { About, PeopleCards } from './people-cards.tsx';
import { states } from './ticket-texts.ts';
import { useCard } from './use-card.tsx';

type ShownTicket = Ticket | SharedTicket;

type TicketViewProps = {
  ticket: ShownTicket;
  /** Explanation of the ticket's state, and the next step; null if the code only has to be shown. */
  meaning: ReactNode;
  /** The reservation number, if it is more than text. */
  number?: ReactNode;
};

/** The ticket as the site shows it: one code for all people (fusion), or a card with a code for each (separate). */
export function TicketView({ ticket, meaning, number }: TicketViewProps) {
  const { t } = useTexts();
  const { site } = useShop();
  const { name: state, tone } = states[ticket.state];
  const card = {
    ...useCard(ticket),
    state: <Badge tone={tone}>{t(state)}</Badge>,
    number: number ?? ('reservation_number' in ticket ? ticket.reservation_number : null),
    caution: ticket.caution ? <p>{ticket.caution}</p> : null,
  };
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
