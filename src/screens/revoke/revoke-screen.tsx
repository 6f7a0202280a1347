import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { AppChild } from '#machines/refs.ts';
import { effectOf } from '#src/domain/failures.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { ChildScreen } from '#src/screens/child-screen.tsx';
import { primaryProps } from '#src/screens/control.ts';
import { FailureNotice } from '#src/screens/failure-notice.tsx';
import { ToInquiry, ToTicket } from '#src/screens/links.tsx';
import { MissingTicket, TicketClosed, UnreadTicket } from '#src/screens/no-ticket.tsx';
import { AboutTicket } from '#src/screens/ticket/about-ticket.tsx';
import { useTranslated } from '#src/screens/translated.ts';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { Section } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** Which links stop working and where the new link is sent, before anything is replaced. */
function RevokeCheck({ revoker, ticket }: { revoker: AppChild<'revoke'>; ticket: Ticket }) {
  const { t } = useTexts();
  const { failure, token } = useSelector(revoker, (snapshot) => snapshot.context);
  const isBusy = useSelector(revoker, (snapshot) => snapshot.hasTag('pending'));
  const { holder_email: address } = ticket;
  const hasParts = ticket.children.some(({ kind }) => kind === 'split');
  return (
    <>
      <AboutTicket ticket={ticket} />
      {failure?.unknown ? <NoticeBox tone="warn" role="status" text={t('revoke_unknown')} /> : null}
      {failure && !failure.unknown && effectOf(failure) === 'mend' ? <FailureNotice failure={failure} /> : null}
      <Section title={t('revoke_what')}>
        <ul className="bullets">
          <li>{t('revoke_old')}</li>
          {ticket.state === 'shared' ? <li>{t('revoke_shared')}</li> : null}
          {hasParts ? <li>{t('revoke_parts')}</li> : null}
          <li>{address ? t('revoke_new', { address }) : t('revoke_new_mailed')}</li>
          <li>{t('revoke_mailbox')}</li>
        </ul>
      </Section>
      <ButtonRow>
        <Button busy={isBusy} {...primaryProps(revoker, { type: 'revoke.submit' })}>
          {t('revoke_submit')}
        </Button>
        <ToTicket variant="quiet" token={token} />
      </ButtonRow>
    </>
  );
}

/** The link was replaced: where the new one was sent, and what to do if the mail does not arrive. */
function Revoked({ address }: { address: string }) {
  const { t } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <>
      <NoticeBox ref={box} role="status" tone="ok" title={t('revoke_done')}>
        <p>{address ? t('revoke_done_to', { address }) : t('revoke_done_mailed')}</p>
        <p>{t('revoke_done_old')}</p>
      </NoticeBox>
      <p className="fine">{t('revoke_done_missing')}</p>
      <ButtonRow>
        <ToInquiry primary />
      </ButtonRow>
    </>
  );
}

function Body({ actor: revoker }: { actor: AppChild<'revoke'> }) {
  const { t } = useTexts();
  const translated = useTranslated();
  const snapshot = useSelector(revoker, (current) => current);
  const { token, ticket: read, sentTo } = snapshot.context;
  if (snapshot.children.readTicket) return <Skeleton kind="summary" label={t('common_loading')} />;
  if (sentTo !== null) return <Revoked address={sentTo} />;
  if (snapshot.can({ type: 'ticket.again' })) return <UnreadTicket reader={revoker} />;
  const ticket = read && translated(read);
  if (!ticket) return <MissingTicket />;
  // the reason why it may not
  if (ticket.actions.revoke !== null)
    return <TicketClosed ticket={ticket} action="revoke" token={token} title={t('revoke_closed_title')} />;
  return <RevokeCheck revoker={revoker} ticket={ticket} />;
}

/** Replaces the link of a ticket, because an unwanted person has it. */
export const RevokeScreen = () => <ChildScreen id="revoke" leadId="revoke_lead" titleId="revoke_title" body={Body} />;
