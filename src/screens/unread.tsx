import type { ReactNode } from 'react';
import { press } from '#src/screens/control.ts';
import { Button } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useWords } from '#src/ui/words.ts';

type Reader<E extends string> = { send: (event: { type: E }) => void };

type Props<E extends string> = {
  reader: Reader<E>;
  /** Event type that reads it again. */
  again: E;
  title: ReactNode;
  children?: ReactNode;
};

/** What a link leads to could not be read; offers a retry. */
export function Unread<E extends string>({ reader, again, title, children }: Props<E>) {
  const { say } = useWords();
  return (
    <NoticeBox
      tone="warn"
      role="alert"
      title={title}
      actions={
        <Button variant="primary" {...press(reader, { type: again }, { primary: true })}>
          {say('common_try_again')}
        </Button>
      }
    >
      {children ? <p>{children}</p> : null}
    </NoticeBox>
  );
}
