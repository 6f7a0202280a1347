import type { ReactNode } from 'react';
import { primaryProps } from '#src/screens/control.ts';
import { Button } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

type Reader<E extends string> = { send: (event: { type: E }) => void };

type Props<E extends string> = {
  reader: Reader<E>;
  /** Event type that reads it again. */
  again: E;
  title: ReactNode;
  children?: ReactNode;
};

/** Reports that a link's content could not be read, and offers a retry. */
export function Unread<E extends string>({ reader, again, title, children }: Props<E>) {
  const { t } = useTexts();
  return (
    <NoticeBox
      tone="warn"
      role="alert"
      title={title}
      actions={<Button {...primaryProps(reader, { type: again })}>{t('common_try_again')}</Button>}
    >
      {children ? <p>{children}</p> : null}
    </NoticeBox>
  );
}

/** Reports that the ticket of a link could not be read. */
export function UnreadTicket({ reader }: { reader: Reader<'ticket.again'> }) {
  const { t } = useTexts();
  return (
    <Unread reader={reader} again="ticket.again" title={t('ticket_unreachable_title')}>
      {t('ticket_unreachable_text')}
    </Unread>
  );
}
