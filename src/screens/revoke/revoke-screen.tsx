import '#src/screens/prose.css';
import './revoke.css';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { revokeMachine } from '#machines/revoke/revoke.machine.ts';
import { MissingTicket } from '#src/screens/missing-ticket.tsx';
import { useAppChild } from '#src/screens/shop.ts';
import { TicketClosed } from '#src/screens/ticket/ticket-closed.tsx';
import { useTranslated } from '#src/screens/translated.ts';
import { UnreadTicket } from '#src/screens/unread.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { RevokeCheck } from './revoke-check.tsx';
import { Revoked } from './revoked.tsx';

function Body({ revoker }: { revoker: ActorRefFrom<typeof revokeMachine> }) {
  const { t } = useTexts();
  const translated = useTranslated();
  const snapshot = useSelector(revoker, (current) => current);
  const { token, ticket: read, sentTo } = snapshot.context;
  if (snapshot.children.readTicket) return <Skeleton kind="summary" label={t('common_loading')} />;
  if (sentTo !== null) return <Revoked address={sentTo} />;
  if (snapshot.can({ type: 'ticket.again' })) return <UnreadTicket reader={revoker} />;
  const ticket = read && translated(read);
  if (!ticket) return <MissingTicket />;
  if (ticket.actions.revoke)
    return <TicketClosed ticket={ticket} action="revoke" token={token} title={t('revoke_closed_title')} />;
  return <RevokeCheck revoker={revoker} ticket={ticket} />;
}

/** Replaces the link of a ticket, because an unwanted person has it. */
export function RevokeScreen() {
  const { t } = useTexts();
  const revoker = useAppChild('revoke');
  return (
    <>
      <ScreenTitle lead={t('revoke_lead')}>{t('revoke_title')}</ScreenTitle>
      {revoker ? <Body revoker={revoker} /> : null}
    </>
  );
}
