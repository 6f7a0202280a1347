import './people-cards.css';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { inGroups, type SharedTicket, type Ticket } from '#src/domain/ticket.ts';
import { useShop } from '#src/screens/shop.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { TicketCard, type TicketCardProps, type TicketLine } from '#src/ui/ticket-card.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { BrightCode } from './bright-code.tsx';
import { states } from './ticket-texts.ts';
import { useCard } from './use-card.tsx';

type Props = {
  card: Omit<TicketCardProps, 'code' | 'lines'>;
  meaning: ReactNode;
  codeHint: ReactNode;
  people: Ticket['people'];
  lineOf: (name: string) => TicketLine;
  /** Set products; shown with the first person. */
  sets: readonly TicketLine[];
};

/** Text beside an enlarged code: its use, and the visit. */
function About({ name, card }: { name: string; card: Pick<Props['card'], 'date' | 'time'> }) {
  return (
    <>
      <p>{name}</p>
      <p>
        <span>{card.date}</span> {card.time}
      </p>
    </>
  );
}

/** A card for each person (docs/product.md#ticket-display), in a row that can be swiped, scrolled and paged, also by arrow keys. */
function PeopleCards({ card, meaning, codeHint, people, lineOf, sets }: Props) {
  const { t } = useTexts();
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
  return (
    <section className="people" aria-label={t('ticket_people', { count: people.length })}>
      <ul ref={row} onScroll={readPosition}>
        {people.map(({ name, entry_code: code, used }, index) => (
          <li key={position(index)} className="person">
            <TicketCard
              {...card}
              {...(used ? { state: <Badge tone={states.used.tone}>{t(states.used.name)}</Badge> } : {})}
              meaning={used ? t('ticket_person_used') : meaning}
              codeHint={codeHint}
              position={position(index)}
              code={code || null}
              codeText={inGroups(code)}
              codeLabel={`${t('ticket_code')} ${position(index)}`}
              codeAction={
                code ? (
                  <BrightCode
                    code={code}
                    label={`${t('ticket_code')} ${position(index)}`}
                    about={<About name={`${name} ${position(index)}`} card={card} />}
                  />
                ) : null
              }
              lines={index === 0 ? [lineOf(name), ...sets] : [lineOf(name)]}
            />
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
  ticket: Ticket | SharedTicket;
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
