import { useShop } from '#src/screens/shop.ts';
import { Fold } from '#src/ui/fold.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** How to use the ticket; collapsed, because most visitors know. */
export function TicketHelp() {
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
