import '#src/screens/prose.css';
import './ticket.css';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import type { AppChild } from '#machines/refs.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { ChildScreen } from '#src/screens/child-screen.tsx';
import { marks } from '#src/screens/control.ts';
import { MissingTicket } from '#src/screens/missing-ticket.tsx';
import { useShop } from '#src/screens/shop.ts';
import { UnreadTicket } from '#src/screens/unread.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { LinkButton } from '#src/ui/button.tsx';
import { Section } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useMounted } from '#src/ui/use-mounted.ts';
import { useTexts } from '#src/ui/use-texts.ts';
import { AsOf, Outdated } from './as-of.tsx';
import { ForgetTicket } from './forget-ticket.tsx';
import { TicketActions } from './ticket-actions.tsx';
import { TicketChoice } from './ticket-choice.tsx';
import { TicketHelp } from './ticket-help.tsx';
import { states } from './ticket-texts.ts';
import { TicketView } from './ticket-view.tsx';

/** The holders, once parts were taken off the ticket: itself, and the parts that were split off or sent to somebody. */
function TicketParts({ ticket: { state: own, children: parts, order_options } }: { ticket: Ticket }) {
  const { t } = useTexts();
  const { href } = useShop();
  if (parts.length === 0) return null;
  const kept = order_options.filter(({ quantity }) => quantity > 0);
  return (
    <Section title={t('ticket_parts')} className="parts">
      <ul>
        {kept.length > 0 ? (
          <li>
            <span className="part-text">
              <span>{kept.map(({ name, quantity }) => t('common_times', { name, count: quantity })).join(' · ')}</span>
              <span className="fine">{t('ticket_part_own')}</span>
            </span>
            <Badge tone={states[own].tone}>{t(states[own].name)}</Badge>
          </li>
        ) : null}
        {parts.map(({ kind, state, quantity, reservation_token: token, sent_to, is_unsent }, index) => (
          <li key={token || `${sent_to} ${index}`}>
            <span className="part-text">
              <span>{t('ticket_part', { count: quantity })}</span>
              <span className="fine">
                {kind === 'sent'
                  ? t(is_unsent ? 'ticket_part_unsent' : 'ticket_part_sent', { to: sent_to })
                  : t('ticket_part_split')}
              </span>
            </span>
            <Badge tone={states[state].tone}>{t(states[state].name)}</Badge>
            {token ? (
              <Link href={href('ticket', { token })} {...marks('page.requested.ticket')}>
                {t('ticket_part_open')}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The visit is past: nothing else closes sharing so. */
const isOver = ({ state, actions }: Ticket): boolean => state === 'valid' && actions.share === 'over';

/** The meaning of the ticket's state, and a link to the next step if there is one. */
function Meaning({ ticket, token }: { ticket: Ticket; token: string }) {
  const { t } = useTexts();
  const { href } = useShop();
  const meaning = isOver(ticket) ? 'ticket_means_over' : states[ticket.state].meaning;
  const wayOn = ticket.state === 'changed' ? 'reservation-inquiry' : ticket.state === 'shared' ? 'share' : null;
  return (
    <>
      {meaning ? <p>{t(meaning)}</p> : null}
      {wayOn ? (
        <LinkButton wide href={href(wayOn, { token })} {...marks(`page.requested.${wayOn}`)}>
          {t(wayOn === 'share' ? 'ticket_to_share' : 'ticket_to_inquiry')}
        </LinkButton>
      ) : null}
    </>
  );
}

function Body({ actor: reader }: { actor: AppChild<'ticket'> }) {
  const { t } = useTexts();
  const { site, href } = useShop();
  const { page, ticket, failure, token } = useSelector(reader, (snapshot) => snapshot.context);
  const isPending = useSelector(reader, (snapshot) => snapshot.hasTag('pending'));
  // the server's markup has no ticket, which may be read before React hydrates that
  if (!useMounted()) return <Skeleton kind="ticket" label={t('common_loading')} />;
  if (page === 'ticket' && ticket) {
    return (
      <>
        {failure ? <Outdated moment={ticket.as_of} /> : null}
        {ticket.unsent_to ? (
          <NoticeBox tone="warn" role="status">
            {t('ticket_unsent', { to: ticket.unsent_to })}
          </NoticeBox>
        ) : null}
        <TicketView
          ticket={ticket}
          meaning={ticket.state === 'valid' && !isOver(ticket) ? null : <Meaning ticket={ticket} token={token} />}
        />
        <AsOf moment={ticket.as_of} reader={reader} busy={isPending} />
        <TicketChoice reader={reader} ticket={ticket} token={token} />
        {ticket.note ? (
          <Section title={t('ticket_note')}>
            <p className="written">{ticket.note}</p>
          </Section>
        ) : null}
        <TicketParts ticket={ticket} />
        <TicketActions ticket={ticket} token={token} />
        {site.ticketHelp ? <TicketHelp /> : null}
        {ticket.magazine_token ? (
          <p className="fine" data-print="no">
            <Link
              href={href('mail-release', { token: ticket.magazine_token })}
              {...marks('page.requested.mail-release')}
            >
              {t('mail_release_title')}
            </Link>
          </p>
        ) : null}
        <ForgetTicket reader={reader} />
      </>
    );
  }
  if (isPending) return <Skeleton kind="ticket" label={t('common_loading')} />;
  if (failure) return <UnreadTicket reader={reader} />;
  return <MissingTicket />;
}

/** The ticket behind a link. */
export const TicketScreen = () => <ChildScreen id="ticket" title="ticket_title" body={Body} />;
