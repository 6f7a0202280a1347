import './people-cards.css';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { inGroups, type SharedTicket, type Ticket } from '#src/domain/ticket.ts';
import { useShop } from '#src/screens/shop.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { TicketCard, type TicketCardProps } from '#src/ui/ticket-card.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { BrightCode } from './bright-code.tsx';
import { states } from './ticket-texts.ts';
import { useCard } from './use-card.tsx';

type AnyTicket = Ticket | SharedTicket;

/** `name`: what the code admits, shown beside the enlarged one. */
type Code = { code: string; label: string; name: string };

/** Adds its code to a card; a code of '' is none. */
const withCode = <Card extends Pick<TicketCardProps, 'date' | 'time'>>(card: Card, { code, label, name }: Code) => {
  const about = (
    <>
      <p>{name}</p>
      <p>
        <span>{card.date}</span> {card.time}
      </p>
    </>
  );
  return {
    ...card,
    code: code || null,
    codeText: inGroups(code),
    codeLabel: label,
    codeAction: code ? <BrightCode code={code} label={label} about={about} /> : null,
  };
};

/** `card`: props that all cards of the ticket have. */
type PeopleCardsProps = { ticket: AnyTicket; card: Pick<TicketCardProps, 'state' | 'number' | 'meaning' | 'codeHint'> };

/** A card for each person (docs/product.md#ticket-display), in a row that can be swiped, scrolled and paged, also by arrow keys. */
function PeopleCards({ ticket, card }: PeopleCardsProps) {
  const { t } = useTexts();
  const cardOf = useCard();
  const { people } = ticket;
  const row = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const last = people.length - 1;
  const readPosition = () => {
    const { scrollLeft = 0, scrollWidth = 0, clientWidth = 0 } = row.current ?? {};
    if (scrollWidth > clientWidth) setAt(Math.round((scrollLeft / (scrollWidth - clientWidth)) * last));
  };
  const show = (index: number) => {
    if (index < 0 || index > last) return;
    setAt(index);
    row.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  };
  const onArrow = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const isForControl = event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
    if (step === 0 || isForControl || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(at + step);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onArrow(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  const pagerButton = (icon: 'left' | 'right', label: string, index: number) => (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-disabled={index < 0 || index > last}
      onClick={() => show(index)}
    >
      <Icon name={icon} />
    </button>
  );
  const position = (index: number) => t('ticket_position', { at: index + 1, of: people.length });
  const cards = people.map(({ name, entry_code, used }, index) => {
    const options = [{ id: 'person', name, quantity: 1 }];
    // what was bought along is on the first card
    const sold = { ...ticket, order_options: options, set_products: index === 0 ? ticket.set_products : [] };
    const code = {
      code: entry_code,
      label: `${t('ticket_code')} ${position(index)}`,
      name: `${name} ${position(index)}`,
    };
    const entered = {
      state: <Badge tone={states.used.tone}>{t(states.used.name)}</Badge>,
      meaning: t('ticket_person_used'),
    };
    return { ...withCode(cardOf(sold), code), ...card, ...(used && entered), position: position(index) };
  });
  return (
    <section className="people" aria-label={t('ticket_people', { count: people.length })}>
      <ul ref={row} onScroll={readPosition}>
        {cards.map((props) => (
          <li key={props.position} className="person">
            <TicketCard {...props} />
          </li>
        ))}
      </ul>
      <div className="pager" data-print="no">
        {pagerButton('left', t('ticket_previous'), at - 1)}
        <p role="status">{position(at)}</p>
        {pagerButton('right', t('ticket_next'), at + 1)}
      </div>
    </section>
  );
}

type TicketViewProps = {
  ticket: AnyTicket;
  /** Explanation of the ticket's state, and the next step; null if the code only has to be shown. */
  meaning: ReactNode;
  /** The reservation number, if it is more than text. */
  number?: ReactNode;
};

/** The ticket as the site shows it: one code for all people (fusion), or a card with a code for each (separate). */
export function TicketView({ ticket, meaning, number }: TicketViewProps) {
  const { t } = useTexts();
  const { site } = useShop();
  const cardOf = useCard();
  const { state, entry_code: code, people, product_name: name } = ticket;
  const card = {
    state: <Badge tone={states[state].tone}>{t(states[state].name)}</Badge>,
    number: number ?? ('reservation_number' in ticket ? ticket.reservation_number : null),
    meaning,
    codeHint: meaning ? null : t('ticket_means_valid'),
  };
  if (code && site.ticketDisplay === 'separate' && people.length > 1)
    return <PeopleCards ticket={ticket} card={card} />;
  return <TicketCard {...withCode(cardOf(ticket), { code, label: t('ticket_code'), name })} {...card} />;
}
