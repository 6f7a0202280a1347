import { useShop } from '#src/screens/shop.ts';
import { Icon } from '#src/ui/icon.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** How to use the ticket; collapsed, because most visitors know. */
export function TicketHelp() {
  const { t } = useTexts();
  const { site } = useShop();
  const isEach = site.ticketDisplay === 'separate';
  return (
    <details className="ticket-help" data-print="no">
      <summary>
        <span>{t('ticket_help_title')}</span>
        <Icon name="down" />
      </summary>
      <ol className="bullets">
        <li>{t('ticket_help_show')}</li>
        <li>{t('ticket_help_bright')}</li>
        <li>{t(isEach ? 'ticket_help_each' : 'ticket_help_together')}</li>
        <li>{t('ticket_help_keep')}</li>
      </ol>
    </details>
  );
}
