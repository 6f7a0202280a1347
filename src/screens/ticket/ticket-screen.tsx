import './ticket.css';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import type { AppChild } from '#machines/refs.ts';
import type { SharedTicket, Ticket } from '#src/domain/ticket.ts';
import { ChildScreen } from '#src/screens/child-screen.tsx';
import { buttonProps, marks } from '#src/screens/control.ts';
import { ToOrder } from '#src/screens/links.tsx';
import { DeadLink, MissingTicket, UnreadTicket } from '#src/screens/no-ticket.tsx';
import { useShop } from '#src/screens/shop.ts';
import { useMoment } from '#src/screens/visit.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button, LinkButton } from '#src/ui/button.tsx';
import { Fold } from '#src/ui/fold.tsx';
import { Section } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useMounted } from '#src/ui/use-mounted.ts';
import { type MessageId, unbroken, useTexts } from '#src/ui/use-texts.ts';
import { ForgetTicket } from './forget-ticket.tsx';
import { TicketActions } from './ticket-actions.tsx';
import { TicketChoice } from './ticket-choice.tsx';
import { states } from './ticket-texts.ts';
import { TicketView } from './ticket-view.tsx';

type Props = {
  /** When the server sent what is shown. */
  moment: string;
  reader: { send: (event: { type: 'ticket.again' }) => void };
  /** It is being read again. */
  busy: boolean;
};

/** How old the data are, and a button to refresh them, because the gate or the owner may have changed the ticket. */
function AsOf({ moment, reader, busy }: Props) {
  const { t } = useTexts();
  const momentOf = useMoment();
  return (
    <div className="as-of" data-print="no">
      <p className="fine" role="status">
        {unbroken(t('ticket_as_of', momentOf(moment)))}
      </p>
      <Button variant="quiet" busy={busy} {...buttonProps(reader, { type: 'ticket.again' })}>
        {t('ticket_again')}
      </Button>
    </div>
  );
}

/** The same above a ticket that could not be refreshed; short, so that the code stays visible, as the visitor may be at the gate. */
function Outdated({ moment }: Pick<Props, 'moment'>) {
  const { t } = useTexts();
  const momentOf = useMoment();
  return (
    <NoticeBox
      tone="warn"
      role="alert"
      title={unbroken(t('ticket_as_of', momentOf(moment)))}
      text={t('ticket_outdated_text', { button: t('ticket_again') })}
    />
  );
}

/** The holders, once parts were taken off the ticket: itself, and the parts that were split off or sent to somebody. */
function TicketParts({ ticket: { state: ownState, children: parts, order_options } }: { ticket: Ticket }) {
  const { t } = useTexts();
  const { href } = useShop();
  if (parts.length === 0) return null;
  const remaining = order_options.filter(({ quantity }) => quantity > 0);
  return (
    <Section title={t('ticket_parts')} className="parts">
      <ul>
        {remaining.length > 0 ? (
          <li>
            <span className="part-text">
              <span>
                {remaining.map(({ name, quantity }) => t('common_times', { name, count: quantity })).join(' · ')}
              </span>
              <span className="fine">{t('ticket_part_own')}</span>
            </span>
            <Badge tone={states[ownState].tone}>{t(states[ownState].name)}</Badge>
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

/** How to use the ticket; collapsed, because most visitors know. */
function TicketHelp() {
  const { t } = useTexts();
  const isEach = useShop().site.ticketDisplay === 'separate';
  return (
    <div className="ticket-help" data-print="no">
      <Fold summary={t('ticket_help_title')}>
        <ol className="bullets">
          <li>{t('ticket_help_show')}</li>
          <li>{t('ticket_help_bright')}</li>
          <li>{t(isEach ? 'ticket_help_each' : 'ticket_help_together')}</li>
          <li>{t('ticket_help_keep')}</li>
        </ol>
      </Fold>
    </div>
  );
}

/** The meaning of a ticket's state. Sharing is `over` once the visit is past, which the state of a valid ticket does not say. */
const meaningOf = (ticket: Ticket | SharedTicket): MessageId | null =>
  'actions' in ticket && ticket.state === 'valid' && ticket.actions.share === 'over'
    ? 'ticket_means_over'
    : states[ticket.state].meaning;

/** A link from the ticket to the next step, if there is one. */
function WayOn({ ticket, token }: { ticket: Ticket; token: string }) {
  const { t } = useTexts();
  const { href } = useShop();
  const screen = ticket.state === 'changed' ? 'reservation-inquiry' : ticket.state === 'shared' ? 'share' : null;
  return screen ? (
    <LinkButton wide href={href(screen, { token })} {...marks(`page.requested.${screen}`)}>
      {t(screen === 'share' ? 'ticket_to_share' : 'ticket_to_inquiry')}
    </LinkButton>
  ) : null;
}

function Body({ actor: reader }: { actor: AppChild<'ticket'> }) {
  const { t } = useTexts();
  const { site, href } = useShop();
  const { page, ticket, failure, token } = useSelector(reader, (snapshot) => snapshot.context);
  const isPending = useSelector(reader, (snapshot) => snapshot.hasTag('pending'));
  // the server's markup has no ticket, which may be read before React hydrates that
  if (!useMounted()) return <Skeleton kind="ticket" label={t('common_loading')} />;
  // not that of a share link, whose reader sees only the card
  const own = page === 'ticket' ? ticket : null;
  if (ticket) {
    const meaning = meaningOf(ticket);
    return (
      <>
        {failure ? <Outdated moment={ticket.as_of} /> : null}
        {own?.unsent_to ? (
          <NoticeBox tone="warn" role="status">
            {t('ticket_unsent', { to: own.unsent_to })}
          </NoticeBox>
        ) : null}
        <TicketView
          ticket={ticket}
          meaning={
            meaning ? (
              <>
                <p>{t(meaning)}</p>
                {own ? <WayOn ticket={own} token={token} /> : null}
              </>
            ) : null
          }
        />
        <AsOf moment={ticket.as_of} reader={reader} busy={isPending} />
        {own ? (
          <>
            <TicketChoice reader={reader} ticket={own} token={token} />
            {own.note ? (
              <Section title={t('ticket_note')}>
                <p className="written">{own.note}</p>
              </Section>
            ) : null}
            <TicketParts ticket={own} />
            <TicketActions ticket={own} token={token} />
          </>
        ) : null}
        {site.ticketHelp ? <TicketHelp /> : null}
        {own?.magazine_token ? (
          <p className="fine" data-print="no">
            <Link href={href('mail-release', { token: own.magazine_token })} {...marks('page.requested.mail-release')}>
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
  if (page === 'ticket') return <MissingTicket />;
  return <DeadLink title={t('shared_missing_title')} actions={<ToOrder />} text={t('shared_missing_text')} />;
}

/** The ticket behind a link. */
export const TicketScreen = () => <ChildScreen id="ticket" titleId="ticket_title" body={Body} />;

/** A ticket as the recipient of a share link sees it: no personal data, no actions. */
export const SharedScreen = () => <ChildScreen id="ticket" leadId="shared_lead" titleId="shared_title" body={Body} />;
