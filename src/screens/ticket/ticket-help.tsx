import { useShop } from '#src/screens/shop.ts';
import { Icon } from '#src/ui/icon.tsx';
import { useWords } from '#src/ui/words.ts';

/** How to use the ticket; collapsed, because most visitors know. */
export function TicketHelp() {
  const { say } = useWords();
  const { site } = useShop();
  const isEach = site.ticketDisplay === 'separate';
  return (
    <details className="ticket-help" data-print="no">
      <summary>
        <span>{say('ticket_help_title')}</span>
        <Icon name="down" />
      </summary>
      <ol className="bullets">
        <li>{say('ticket_help_show')}</li>
        <li>{say('ticket_help_bright')}</li>
        <li>{say(isEach ? 'ticket_help_each' : 'ticket_help_together')}</li>
        <li>{say('ticket_help_keep')}</li>
      </ol>
    </details>
  );
}
