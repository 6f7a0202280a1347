import '#src/screens/prose.css';
import '#src/screens/ticket/ticket.css';
import { useSelector } from '@xstate/react';
import type { AppChild } from '#machines/refs.ts';
import { ChildScreen } from '#src/screens/child-screen.tsx';
import { ToOrder } from '#src/screens/links.tsx';
import { Contact } from '#src/screens/purchase/contact.tsx';
import { useShop } from '#src/screens/shop.ts';
import { AsOf, Outdated } from '#src/screens/ticket/as-of.tsx';
import { ForgetTicket } from '#src/screens/ticket/forget-ticket.tsx';
import { TicketHelp } from '#src/screens/ticket/ticket-help.tsx';
import { states } from '#src/screens/ticket/ticket-texts.ts';
import { TicketView } from '#src/screens/ticket/ticket-view.tsx';
import { UnreadTicket } from '#src/screens/unread.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

function Body({ actor: reader }: { actor: AppChild<'ticket'> }) {
  const { t } = useTexts();
  const { site } = useShop();
  const { ticket, failure } = useSelector(reader, (snapshot) => snapshot.context);
  const isPending = useSelector(reader, (snapshot) => snapshot.hasTag('pending'));
  if (ticket) {
    const { meaning } = states[ticket.state];
    return (
      <>
        {failure ? <Outdated moment={ticket.as_of} /> : null}
        <TicketView ticket={ticket} meaning={meaning ? <p>{t(meaning)}</p> : null} />
        <AsOf moment={ticket.as_of} reader={reader} busy={isPending} />
        {site.ticketHelp ? <TicketHelp /> : null}
        <ForgetTicket reader={reader} />
      </>
    );
  }
  if (isPending) return <Skeleton kind="ticket" label={t('common_loading')} />;
  if (failure) return <UnreadTicket reader={reader} />;
  return (
    <>
      <NoticeBox
        tone="warn"
        role="alert"
        title={t('shared_missing_title')}
        actions={<ToOrder />}
        text={t('shared_missing_text')}
      />
      <Contact />
    </>
  );
}

/** A ticket as the recipient of a share link sees it: no personal data, no actions. */
export const SharedScreen = () => <ChildScreen id="ticket" lead="shared_lead" title="shared_title" body={Body} />;
