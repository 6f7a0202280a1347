import './send.css';
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { AppChild } from '#machines/refs.ts';
import type { SendResult as Result, Transfer } from '#machines/send/send.types.ts';
import { quantityOf } from '#src/domain/order-lines.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { ChildScreen } from '#src/screens/child-screen.tsx';
import { buttonProps, marks, primaryProps } from '#src/screens/control.ts';
import { LinkField, linkFor } from '#src/screens/copy-button.tsx';
import { ToInquiry, ToTicket } from '#src/screens/links.tsx';
import { MissingTicket, TicketClosed, UnreadTicket } from '#src/screens/no-ticket.tsx';
import { useShop } from '#src/screens/shop.ts';
import { useTranslated } from '#src/screens/translated.ts';
import { VisitText } from '#src/screens/visit.tsx';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { Section } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { SummaryList, type SummaryRow } from '#src/ui/summary-list.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';
import { SendError, SendForm } from './send-form.tsx';

type TransferProps = { sender: AppChild<'send'>; ticket: Ticket; transfer: Transfer };

/** The people who are handed over, the recipient, and the consequences for both tickets, before the irreversible step. */
function SendCheck({ sender, ticket, transfer }: TransferProps) {
  const { t } = useTexts();
  const snapshot = useSelector(sender, (current) => current);
  const { failure } = snapshot.context;
  const busy = snapshot.hasTag('pending');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const count = quantityOf(transfer.option_values);
  const remaining = ticket.quantity - count;
  const isMail = transfer.way === 'mail';
  const people = ticket.order_options.flatMap(({ id, name }) => {
    const part = transfer.option_values.find((value) => value.id === id);
    return part ? [<p key={id}>{t('common_times', { name, count: part.count })}</p>] : [];
  });
  const address = (
    <p className="address" translate="no">
      {transfer.email}
    </p>
  );
  const rows: SummaryRow[] = [
    ...(isMail ? [{ key: 'to', term: t('send_email'), detail: address }] : []),
    {
      key: 'ticket',
      term: t('order_summary_ticket'),
      detail: (
        <>
          <p>{unbroken(ticket.product_name)}</p>
          <VisitText visit={ticket} />
        </>
      ),
    },
    { key: 'people', term: t('order_summary_tickets'), detail: people },
    ...(transfer.note ? [{ key: 'note', term: t('field_note'), detail: <p className="note">{transfer.note}</p> }] : []),
  ];
  return (
    <>
      <Section className="send-check">
        <h2 className="section-title" tabIndex={-1} ref={heading}>
          {t(isMail ? 'send_check_mail' : 'send_check_link')}
        </h2>
        {failure ? <SendError failure={failure} ticket={ticket} /> : null}
        <SummaryList rows={rows} />
        <ul className="bullets">
          <li>{t(isMail ? 'send_receiver_mail' : 'send_receiver_link')}</li>
          <li>{remaining > 0 ? unbroken(t('send_rest', { count: remaining })) : t('send_rest_none')}</li>
          <li>{t(isMail ? 'send_final_mail' : 'send_final_link')}</li>
        </ul>
      </Section>
      <ButtonRow>
        <Button busy={busy} {...primaryProps(sender, { type: 'send.submit' })}>
          {t(isMail ? 'send_submit_mail' : 'send_submit_link', { count })}
        </Button>
        <Button aria-disabled={busy || undefined} {...buttonProps(sender, { type: 'step.back' })}>
          {t('send_correct')}
        </Button>
      </ButtonRow>
    </>
  );
}

/** The new ticket's link, to copy or open. */
function NewLink({ token }: { token: string }) {
  const { t } = useTexts();
  const shop = useShop();
  const url = linkFor(shop.url('ticket', { token }), shop.lang);
  return (
    <div className="new-link">
      <LinkField id="new-link" name="new_link" label={t('send_new_link')} hint={t('send_new_link_hint')} url={url}>
        <Link href={shop.href('ticket', { token })} {...marks('page.requested.ticket', { key: 'new-ticket' })}>
          {t('send_new_open')}
        </Link>
      </LinkField>
    </div>
  );
}

/** The result: the recipient's next step, and the people who stay on this ticket. */
function SendResult({ sender, ticket, transfer, result }: TransferProps & { result: Result }) {
  const { t } = useTexts();
  const canSendMore = useSelector(sender, (snapshot) => snapshot.can({ type: 'send.again' }));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { quantity, sent_to: to, reservation_token: link } = result;
  const remaining = ticket.quantity - quantity;
  const isMail = transfer.way === 'mail';
  return (
    <>
      <NoticeBox
        ref={box}
        role="status"
        tone="ok"
        title={unbroken(t(isMail ? 'send_done_mail' : 'send_done_link', { count: quantity }))}
      >
        {isMail ? <p>{t('send_done_to', { to })}</p> : null}
        <p>{remaining > 0 ? unbroken(t('send_rest_stayed', { count: remaining })) : t('send_rest_gone')}</p>
      </NoticeBox>
      {isMail ? <p className="fine">{t('send_done_missing')}</p> : null}
      {link ? <NewLink token={link} /> : null}
      <ButtonRow>
        <ToTicket variant="primary" token={sender.getSnapshot().context.token} />
        {link || isMail ? null : <ToInquiry />}
        {canSendMore ? <Button {...buttonProps(sender, { type: 'send.again' })}>{t('send_again')}</Button> : null}
      </ButtonRow>
    </>
  );
}

/** The current step: choose, check, or see the result. */
function Body({ actor: sender }: { actor: AppChild<'send'> }) {
  const { t } = useTexts();
  const translated = useTranslated();
  const snapshot = useSelector(sender, (current) => current);
  const { token, ticket: original, transfer, result } = snapshot.context;
  const ticket = original && translated(original);
  if (snapshot.children.readTicket) return <Skeleton kind="form" label={t('common_loading')} />;
  if (ticket && result && transfer)
    return <SendResult sender={sender} ticket={ticket} transfer={transfer} result={result} />;
  if (snapshot.can({ type: 'ticket.again' })) return <UnreadTicket reader={sender} />;
  if (!ticket) return <MissingTicket />;
  // A value of `actions` is the reason why the action is unavailable.
  if (ticket.actions.send)
    return <TicketClosed ticket={ticket} action="send" token={token} title={t('send_closed_title')} />;
  return (
    <>
      {snapshot.can({ type: 'send.check', email: '', note: '' }) || !transfer ? (
        <SendForm sender={sender} ticket={ticket} />
      ) : (
        <SendCheck sender={sender} ticket={ticket} transfer={transfer} />
      )}
      <ToTicket variant="quiet" token={token} />
    </>
  );
}

/** Hands over people of a ticket by mail, or gives them a separate ticket (docs/product.md#screen-send). */
export const SendScreen = () => <ChildScreen id="send" titleId="send_title" body={Body} />;
