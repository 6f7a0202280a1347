import { useSelector } from '@xstate/react';
import { type Ref, useRef } from 'react';
import type { AppChild } from '#machines/refs.ts';
import { effectOf, type FailureDetails, failureText } from '#src/domain/failures.ts';
import type { Product, TimeSpan } from '#src/domain/product.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { useChangeRule } from '#src/screens/change-rule.ts';
import { ChildScreen } from '#src/screens/child-screen.tsx';
import { buttonProps, primaryProps } from '#src/screens/control.ts';
import { ToTicket } from '#src/screens/links.tsx';
import { MissingTicket, TicketClosed, UnreadTicket } from '#src/screens/no-ticket.tsx';
import { useCatalogue } from '#src/screens/shop.ts';
import { nearestFree, useSlotTexts } from '#src/screens/slots/slots.ts';
import { LookUpAgain, VisitDay } from '#src/screens/slots/visit-day.tsx';
import { VisitTimes } from '#src/screens/slots/visit-times.tsx';
import { AboutTicket } from '#src/screens/ticket/about-ticket.tsx';
import { useTranslated } from '#src/screens/translated.ts';
import { isAway } from '#src/screens/visit.tsx';
import { VisitBar } from '#src/screens/visit-bar.tsx';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { ErrorSummary } from '#src/ui/error-summary.tsx';
import { Columns, Section } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useChanged } from '#src/ui/use-changed.ts';
import { type MessageId, unbroken, useTexts } from '#src/ui/use-texts.ts';

/** Id of the times, for links from an error. */
const timesId = 'changedate-times';

type DateErrorProps = {
  change: AppChild<'changedate'>;
  product: Product;
  barOf: (slot: TimeSpan) => string | null;
  /** The times are being reloaded. */
  busy: boolean;
  /** Receives the focus when an attempt was refused. */
  ref: Ref<HTMLDivElement>;
};

/** Some errors have a more specific text here. */
const textOf = ({ code }: FailureDetails): MessageId => {
  if (code === 'coupon_out_of_coverage') return 'changedate_coupon';
  if (code === 'ticket_not_on_sale' || code === 'invalid_input') return 'changedate_not_on_sale';
  // The seats were held until they should have been paid.
  if (code === 'session_timeout') return 'failure_seat_reserve_error';
  return failureText(code);
};

/** Error of the last attempt: the time that was refused, and the nearest ones that this ticket may change to. */
function DateError({ change, product, barOf, busy, ref }: DateErrorProps) {
  const { t } = useTexts();
  const slotTexts = useSlotTexts();
  const { failure, missed, slots, ticket } = useSelector(change, (snapshot) => snapshot.context);
  if (!failure || (effectOf(failure) !== 'mend' && !missed)) return null;
  if (failure.code === 'invalid_input' && !missed)
    return (
      <ErrorSummary
        ref={ref}
        heading={t('form_error_heading')}
        items={[{ id: timesId, text: t('changedate_missing') }]}
      />
    );
  const open = busy ? [] : slots.filter((slot) => !barOf(slot));
  const free = missed ? nearestFree(open, missed, ticket?.quantity ?? 1) : [];
  return (
    <NoticeBox
      ref={ref}
      tone="error"
      role="alert"
      title={missed ? unbroken(slotTexts.visit(product.sale_type, missed)) : undefined}
      actions={free.map((timespan) => (
        <Button key={timespan.id} {...buttonProps(change, { type: 'timespan.choose', timespan }, { key: timespan.id })}>
          {unbroken(slotTexts.time(timespan))}
        </Button>
      ))}
    >
      <p>{t(textOf(failure))}</p>
      {free.length > 0 ? <p>{t('order_slot_nearest')}</p> : null}
    </NoticeBox>
  );
}

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
function DateChoice({ change, ticket, product }: Props) {
  const { t, price } = useTexts();
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
      <DateError ref={refusal} change={change} product={product} barOf={barOf} busy={busy} />
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
        {slots[0] && isAway(slots[0].reservation_from) ? <p className="fine">{t('order_zone_hint')}</p> : null}
      </Section>
    </Columns>
  );
}

/** Shown if the date was already changed; links to the new ticket. */
function Changed({ token }: { token: string }) {
  const { t } = useTexts();
  return (
    <NoticeBox
      role="status"
      title={t('changedate_changed_title')}
      actions={
        <ToTicket variant="primary" token={token}>
          {t('changedate_new_ticket')}
        </ToTicket>
      }
      text={t('changedate_changed_text')}
    />
  );
}

function Body({ actor: change }: { actor: AppChild<'changedate'> }) {
  const { t } = useTexts();
  const translated = useTranslated();
  const { token, ticket: original, result } = useSelector(change, (snapshot) => snapshot.context);
  const isReading = useSelector(change, (snapshot) => snapshot.children.readTicket !== undefined);
  const canRetry = useSelector(change, (snapshot) => snapshot.can({ type: 'ticket.again' }));
  const product = useCatalogue().products.find(({ uuid }) => uuid === original?.product_uuid);
  const title = t('changedate_closed_title');
  if (result) return <Changed token={result} />;
  if (isReading) return <Skeleton kind="calendar" label={t('common_loading')} />;
  if (canRetry) return <UnreadTicket reader={change} />;
  if (!original) return <MissingTicket />;
  const ticket = translated(original);
  if (ticket.actions.change_date)
    return <TicketClosed ticket={ticket} action="change_date" token={token} title={title} />;
  if (!product) return <NoticeBox tone="warn" role="alert" title={title} text={t('changedate_not_sold')} />;
  return <DateChoice change={change} ticket={ticket} product={product} />;
}

/** The new date is chosen (docs/product.md#screen-changedate). */
export const ChangedateScreen = () => <ChildScreen id="changedate" titleId="changedate_title" body={Body} />;
