import { Contact } from '#src/screens/purchase/contact.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { ToInquiry } from './links.tsx';

/** The link belongs to no ticket: explains how to find the ticket by its number or have its links mailed again. */
export function MissingTicket() {
  const { t } = useTexts();
  return (
    <>
      <NoticeBox
        tone="warn"
        role="alert"
        title={t('ticket_missing_title')}
        actions={<ToInquiry variant="primary" primary />}
        text={t('ticket_missing_text')}
      />
      <Contact />
    </>
  );
}
