import type { MouseEventHandler } from 'react';
import { Link } from 'wouter';
import type { Screen } from '#machines/shared/screens.ts';
import { hasPassEach, type Ticket, type TicketAction } from '#src/domain/ticket.ts';
import type { WalletName } from '#src/domain/wallet.ts';
import { useChangeRule } from '#src/screens/change-rule.ts';
import { marks } from '#src/screens/control.ts';
import { calendarFile, useFileLink, walletFile } from '#src/screens/file-link.ts';
import { useShop } from '#src/screens/shop.ts';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import { Section } from '#src/ui/layout.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';

type TicketActionProps = {
  icon: IconName;
  name: string;
  about: string;
  link?: { href: string; download?: boolean; onClick?: MouseEventHandler };
  /** The link leads to the server, not to a page of the shop. */
  isFile?: boolean;
};

/** An action of a ticket, or why it is not allowed. */
function TicketActionLink({ icon, name, about, link, isFile = false, ...rest }: TicketActionProps) {
  const content = (
    <>
      <Icon name={icon} />
      <span className="ticket-action-text">
        <span className="ticket-action-name">{name}</span>
        <span className="fine">{about}</span>
      </span>
    </>
  );
  if (!link) return <p className="ticket-action">{content}</p>;
  if (isFile)
    return (
      <a className="ticket-action" {...link} {...rest}>
        {content}
      </a>
    );
  return (
    <Link className="ticket-action" {...link} {...rest}>
      {content}
      <Icon name="right" />
    </Link>
  );
}

const walletTexts: Readonly<Record<WalletName, { name: MessageId; about: MessageId }>> = {
  apple: { name: 'ticket_wallet_apple', about: 'ticket_wallet_apple_about' },
  google: { name: 'ticket_wallet_google', about: 'ticket_wallet_google_about' },
};

/**
 * Links that add the ticket to a wallet. Apple takes the passes of several people in one file; Google takes one at a time, so
 * each person not yet admitted has a link. No `download`, so that a phone opens the file in its wallet.
 */
function WalletAction({ wallet, ticket, token }: { wallet: WalletName; ticket: Ticket; token: string }) {
  const { t } = useTexts();
  const { site } = useShop();
  const fileLink = useFileLink();
  const { people } = ticket;
  const { name, about } = walletTexts[wallet];
  const path = walletFile(token, wallet);
  if (wallet === 'apple' || !hasPassEach(site.ticketDisplay, people.length))
    return <TicketActionLink icon="plus" name={t(name)} about={t(about)} link={fileLink(path)} isFile />;
  return (
    <div className="ticket-action">
      <Icon name="plus" />
      <div className="ticket-action-text">
        <span className="ticket-action-name">{t(name)}</span>
        <span className="fine">{t('ticket_wallet_google_each')}</span>
        <span className="ticket-action-people">
          {people.map(({ name: option, entry_code }, index) => {
            const position = index + 1;
            if (entry_code === '') return null;
            return (
              <a key={position} {...fileLink(`${path}/${position}`)}>
                {`${t('ticket_position', { at: position, of: people.length })} ${option}`}
              </a>
            );
          })}
        </span>
      </div>
    </div>
  );
}

/** Actions of a ticket that have their own page. */
const rows: readonly { action: TicketAction; screen: Screen; icon: IconName; name: MessageId; about: MessageId }[] = [
  { action: 'share', screen: 'share', icon: 'share', name: 'ticket_share', about: 'ticket_share_about' },
  { action: 'send', screen: 'send', icon: 'mail', name: 'ticket_send', about: 'ticket_send_about' },
  {
    action: 'change_date',
    screen: 'changedate',
    icon: 'calendar',
    name: 'ticket_changedate',
    about: 'ticket_changedate_about',
  },
  { action: 'receipt', screen: 'receipt', icon: 'paper', name: 'ticket_receipt', about: 'ticket_receipt_about' },
];

/** Reasons worth a text: the ticket's state explains the others, or they do not concern the holder. */
const reasons: Partial<Record<NonNullable<Ticket['actions'][TicketAction]>, MessageId>> = {
  shared: 'ticket_refused_shared',
  over: 'ticket_refused_over',
  fixed: 'ticket_refused_fixed',
  late: 'ticket_refused_late',
  not_buyer: 'ticket_refused_not_buyer',
};

/** The text of why an action is not allowed; null hides the action. */
const reasonOf = ({ actions, state }: Ticket, action: TicketAction): MessageId | null => {
  const obstacle = actions[action];
  if (obstacle === 'used' && state === 'valid') return 'ticket_refused_entered';
  return (obstacle && reasons[obstacle]) ?? null;
};

/** Actions of the ticket; those not allowed show the reason if it helps (docs/product.md#ticket-actions). */
export function TicketActions({ ticket, token }: { ticket: Ticket; token: string }) {
  const { t } = useTexts();
  const { href } = useShop();
  const fileLink = useFileLink();
  const { actions } = ticket;
  const ruleOf = useChangeRule();
  const isOpen = (action: TicketAction) => actions[action] === null;
  const aboutOf = (action: TicketAction, about: MessageId) =>
    [
      ...(action === 'change_date' && ticket.change_rule?.difference ? [] : [t(about)]),
      ...(action === 'change_date' ? ruleOf(ticket) : []),
    ].join(' · ');
  // A shared ticket shows the link to stop sharing in place of its code.
  const offered = rows.filter(({ action }) => action !== 'share' || ticket.state !== 'shared');
  const shown = offered.filter(({ action }) => isOpen(action) || reasonOf(ticket, action));
  if (shown.length === 0 && !isOpen('calendar') && !isOpen('revoke')) return null;
  return (
    <Section title={t('ticket_actions')} className="ticket-actions">
      <ul>
        {shown.map(({ action, screen, icon, name, about }) => {
          const reason = reasonOf(ticket, action);
          const to = reason ? {} : { link: { href: href(screen, { token }) }, ...marks(`page.requested.${screen}`) };
          return (
            <li key={action}>
              <TicketActionLink icon={icon} name={t(name)} about={aboutOf(action, reason ?? about)} {...to} />
            </li>
          );
        })}
        {isOpen('calendar') ? (
          <li>
            <TicketActionLink
              icon="plus"
              name={t('ticket_calendar')}
              about={t('ticket_calendar_about')}
              link={{ ...fileLink(calendarFile(token)), download: true }}
              isFile
            />
          </li>
        ) : null}
        {ticket.wallets.map((wallet) => (
          <li key={wallet}>
            <WalletAction wallet={wallet} ticket={ticket} token={token} />
          </li>
        ))}
        {isOpen('revoke') ? (
          <li>
            <TicketActionLink
              icon="warn"
              name={t('ticket_revoke')}
              about={t('ticket_revoke_about')}
              link={{ href: href('revoke', { token }) }}
              {...marks('page.requested.revoke')}
            />
          </li>
        ) : null}
      </ul>
    </Section>
  );
}
