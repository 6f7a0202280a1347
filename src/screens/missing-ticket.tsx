import { marks } from '#src/screens/control.ts';
import { useShop } from '#src/screens/shop.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** The link belongs to no ticket: explains how to find the ticket by its number or have its links mailed again. */
export function MissingTicket() {
  const { t } = useTexts();
  const { href } = useShop();
  const inquiry = 'reservation-inquiry';
  return (
    <NoticeBox
      tone="warn"
      role="alert"
      title={t('ticket_missing_title')}
      actions={
        <LinkButton
          variant="primary"
          href={href(inquiry)}
          {...marks('page.requested', { key: inquiry, primary: true })}
        >
          {t('inquiry_title')}
        </LinkButton>
      }
    >
      <p>{t('ticket_missing_text')}</p>
    </NoticeBox>
  );
}
