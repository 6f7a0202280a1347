import { marks } from '#src/screens/control.ts';
import { useShop } from '#src/screens/shop.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useWords } from '#src/ui/words.ts';

/** The link belongs to no ticket: explains how to find the ticket by its number or have its links mailed again. */
export function MissingTicket() {
  const { say } = useWords();
  const { href } = useShop();
  const inquiry = 'reservation-inquiry';
  return (
    <NoticeBox
      tone="warn"
      role="alert"
      title={say('ticket_missing_title')}
      actions={
        <LinkButton
          variant="primary"
          href={href(inquiry)}
          {...marks('page.requested', { key: inquiry, primary: true })}
        >
          {say('inquiry_title')}
        </LinkButton>
      }
    >
      <p>{say('ticket_missing_text')}</p>
    </NoticeBox>
  );
}
