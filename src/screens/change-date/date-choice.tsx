import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { venueDay } from '#src/domain/dates.ts';
import type { Product } from '#src/domain/product.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { marks, press } from '#src/screens/control.ts';
import { useShop } from '#src/screens/shop.ts';
import { useSlotWords } from '#src/screens/slots/slot-words.ts';
import { VisitDay } from '#src/screens/slots/visit-day.tsx';
import { VisitTimes } from '#src/screens/slots/visit-times.tsx';
import { AboutTicket } from '#src/screens/ticket/about-ticket.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { Section } from '#src/ui/section.tsx';
import { useWords } from '#src/ui/words.ts';
import { DateNote, timesId } from './date-note.tsx';
import { useBar } from './party.ts';
import type { Change } from './use-change.ts';

export type DateChoiceProps = { change: Change; ticket: Ticket; product: Product };

/** A search failed or found nothing; offers to repeat it. */
function LookUpAgain({ change, failed }: { change: Change; failed: boolean }) {
  const { say } = useWords();
  return (
    <NoticeBox
      tone="warn"
      role="status"
      actions={<Button {...press(change, { type: 'search.again' })}>{say('common_try_again')}</Button>}
    >
      <p>{say(failed ? 'order_search_failed' : 'order_slots_none')}</p>
    </NoticeBox>
  );
}

/** Day and time of the same product, limited to what this ticket may change to. */
export function DateChoice({ change, ticket, product }: DateChoiceProps) {
  const { say, price } = useWords();
  const { href } = useShop();
  const words = useSlotWords();
  const barOf = useBar(ticket, product);
  const snapshot = useSelector(change, (current) => current);
  const { context } = snapshot;
  const { token, choice, days, slots, note, missed } = context;
  const busy = snapshot.hasTag('pending');
  const refusal = useRef<HTMLDivElement>(null);
  const met = useRef(note);

  useEffect(() => {
    if (note && met.current !== note) refusal.current?.focus();
    met.current = note;
  }, [note]);

  return (
    <>
      <DateNote ref={refusal} change={change} context={context} product={product} barOf={barOf} busy={busy} />
      <Section title={say('changedate_now')}>
        <AboutTicket ticket={ticket} />
        <ul className="bullets">
          <li>{say('changedate_rule', { price: price(ticket.price) })}</li>
          <li>{say('changedate_no_refund')}</li>
        </ul>
      </Section>
      <Section title={say('changedate_new')}>
        <VisitDay
          actor={change}
          product={product}
          context={context}
          today={venueDay(Date.now())}
          busy={busy && days.length === 0}
        />
        {days.length === 0 && !busy ? <LookUpAgain change={change} failed={note !== null} /> : null}
      </Section>
      <Section>
        <div id={timesId} tabIndex={-1}>
          <VisitTimes
            actor={change}
            product={product}
            context={context}
            busy={busy && slots.length === 0}
            barOf={barOf}
          />
        </div>
        {slots.length === 0 && !busy ? <LookUpAgain change={change} failed={note !== null && !missed} /> : null}
        {slots[0] && words.isAway(slots[0]) ? <p className="fine">{say('order_zone_hint')}</p> : null}
      </Section>
      {choice.timespan ? (
        <p className="new-date" role="status">
          <span>{say('changedate_chosen')}</span> <strong>{words.visit(product.sale_type, choice.timespan)}</strong>
        </p>
      ) : null}
      <ButtonRow>
        <Button
          variant="primary"
          busy={!snapshot.can({ type: 'date.check' })}
          {...press(change, { type: 'date.check' }, { primary: true })}
        >
          {say('changedate_check')}
        </Button>
        <LinkButton href={href('ticket', { token })} {...marks('page.requested', { key: 'ticket' })}>
          {say('ticket_back')}
        </LinkButton>
      </ButtonRow>
    </>
  );
}
