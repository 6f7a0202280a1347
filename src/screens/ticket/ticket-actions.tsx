import type { Screen } from '#machines/shared/screens.ts';
import type { Ticket, TicketAction } from '#src/domain/ticket.ts';
import { useChangeRule } from '#src/screens/change-rule.ts';
import { marks } from '#src/screens/control.ts';
import { calendarFile, useFileLink } from '#src/screens/file-link.ts';
import { useShop } from '#src/screens/shop.ts';
import type { IconName } from '#src/ui/icon.tsx';
import { Section } from '#src/ui/layout.tsx';
import { type MessageId, useTexts } from '#src/ui/use-texts.ts';
import { TicketActionLink } from './ticket-action.tsx';
import { WalletAction } from './wallet-action.tsx';

type PageAction = { action: TicketAction; screen: Screen; icon: IconName; name: MessageId; about: MessageId };

/** Actions of a ticket that have their own page. */
const rows: readonly PageAction[] = [
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
