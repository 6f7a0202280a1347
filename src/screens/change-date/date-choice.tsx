import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { AppChild } from '#machines/refs.ts';
import type { Product, TimeSpan } from '#src/domain/product.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { useChangeRule } from '#src/screens/change-rule.ts';
import { primaryProps } from '#src/screens/control.ts';
import { ToTicket } from '#src/screens/links.tsx';
import { useSlotTexts } from '#src/screens/slots/slots.ts';
import { LookUpAgain, VisitDay } from '#src/screens/slots/visit-day.tsx';
import { VisitTimes } from '#src/screens/slots/visit-times.tsx';
import { AboutTicket } from '#src/screens/ticket/about-ticket.tsx';
import { VisitBar } from '#src/screens/visit-bar.tsx';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { Columns, Section } from '#src/ui/layout.tsx';
import { useChanged } from '#src/ui/use-changed.ts';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';
import { DateError, timesId } from './date-error.tsx';

/**
 * Returns why this ticket may not change to a time, in addition to what the list shows (sold out, closed); null if it may. The
 * server names the price.
 */
const useBar = (ticket: Ticket): ((slot: TimeSpan) => string | null) => {
  const { t, price } = useTexts();
  return (slot) => {
    if (slot.id === ticket.time_span_id) return t('changedate_own');
    if (slot.state === 'sold_out' || slot.state === 'closed') return null;
    const { bar, more, price: owed } = slot.change ?? { bar: null, more: 0, price: 0 };
    if (bar === 'not_buyer') return t('changedate_not_buyer', { price: price(owed) });
    if (bar) return t('changedate_dearer', { price: price(more) });
    return slot.remaining < ticket.quantity ? t('changedate_short', { count: slot.remaining }) : null;
  };
};

type Props = { change: AppChild<'changedate'>; ticket: Ticket; product: Product };

/** Day and time of the same product, limited to what this ticket may change to. */
export function DateChoice({ change, ticket, product }: Props) {
  const { t, price } = useTexts();
  const slotTexts = useSlotTexts();
  const ruleOf = useChangeRule();
  const barOf = useBar(ticket);
  const snapshot = useSelector(change, (current) => current);
  const { context } = snapshot;
  const { token, choice, days, slots, failure, missed } = context;
  const busy = snapshot.hasTag('pending');
  const refusal = useRef<HTMLDivElement>(null);
  useChanged(failure, () => failure && refusal.current?.focus());

  const aside = (
    <>
      <Section title={t('changedate_now')}>
        <AboutTicket ticket={ticket} />
        <ul className="bullets fine">
          {ticket.change_rule?.difference ? null : (
            <li>{unbroken(t('changedate_rule', { price: price(ticket.price) }))}</li>
          )}
          {ticket.change_rule?.refund === undefined ? <li>{t('changedate_no_refund')}</li> : null}
          {ruleOf(ticket).map((line) => (
            <li key={line}>{unbroken(line)}</li>
          ))}
        </ul>
      </Section>
      <VisitBar sold={ticket} next={choice.timespan}>
        <Button busy={!snapshot.can({ type: 'date.check' })} {...primaryProps(change, { type: 'date.check' })}>
          {t('changedate_check')}
        </Button>
      </VisitBar>
      <ButtonRow quiet>
        <ToTicket variant="quiet" token={token} />
      </ButtonRow>
    </>
  );
  return (
    <Columns aside={aside}>
      <DateError ref={refusal} change={change} context={context} product={product} barOf={barOf} busy={busy} />
      <Section title={t('changedate_new')}>
        <VisitDay actor={change} product={product} context={context} busy={busy && days.length === 0} />
        {days.length === 0 && !busy ? <LookUpAgain actor={change} failed={failure !== null} /> : null}
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
        {slots.length === 0 && !busy ? <LookUpAgain actor={change} failed={failure !== null && !missed} /> : null}
        {slots[0] && slotTexts.isAway(slots[0]) ? <p className="fine">{t('order_zone_hint')}</p> : null}
      </Section>
    </Columns>
  );
}
