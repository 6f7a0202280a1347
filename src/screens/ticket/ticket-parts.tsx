import { Link } from 'wouter';
import type { Ticket } from '#src/domain/ticket.ts';
import { marks } from '#src/screens/control.ts';
import { useShop } from '#src/screens/shop.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Section } from '#src/ui/section.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { states } from './ticket-texts.ts';

/** The holders, once parts were taken off the ticket: itself, and the parts that were split off or sent to somebody. */
export function TicketParts({ ticket: { state: own, children: parts, order_options } }: { ticket: Ticket }) {
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
