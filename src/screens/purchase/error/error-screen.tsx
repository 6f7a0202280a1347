import { useSelector } from '@xstate/react';
import { failures } from '#src/domain/failures.ts';
import { press } from '#src/screens/control.ts';
import { Contact } from '#src/screens/purchase/contact.tsx';
import { usePurchase } from '#src/screens/shop.ts';
import { Artwork } from '#src/ui/artwork.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { useWords } from '#src/ui/words.ts';
import { LostReturn } from './lost-return.tsx';

/**
 * The purchase cannot go on: what happened, what was saved, and what to do next. Without a failure, on an invitation-only site,
 * it explains that purchases begin by a mailed link.
 */
export function ErrorScreen() {
  const { say, sayAny } = useWords();
  const purchase = usePurchase();
  const note = useSelector(purchase, (snapshot) => snapshot.context.note);
  const mayResume = useSelector(purchase, (snapshot) => snapshot.can({ type: 'order.resume' }));
  const mayStart = useSelector(purchase, (snapshot) => snapshot.can({ type: 'order.again' }));
  if (note?.code === 'return_not_found') return <LostReturn />;
  if (!note && !mayResume && !mayStart)
    return (
      <>
        <Artwork />
        <ScreenTitle>{say('invited_title')}</ScreenTitle>
        <p>{say('invited_text')}</p>
        <Contact />
      </>
    );
  return (
    <>
      <ScreenTitle>{say('error_title')}</ScreenTitle>
      <NoticeBox tone="error">
        <p>{note ? sayAny(failures[note.code].text, { code: note.quoted ?? note.code }) : say('error_general')}</p>
        <p>{say(mayResume ? 'error_kept' : 'error_nothing_kept')}</p>
      </NoticeBox>
      {mayResume || mayStart ? (
        <ButtonRow>
          {mayResume ? (
            <Button variant="primary" {...press(purchase, { type: 'order.resume' }, { primary: true })}>
              {say('error_resume')}
            </Button>
          ) : null}
          {mayStart ? (
            <Button
              variant={mayResume ? 'secondary' : 'primary'}
              {...press(purchase, { type: 'order.again' }, { primary: !mayResume })}
            >
              {say('error_again')}
            </Button>
          ) : null}
        </ButtonRow>
      ) : (
        <p>{say('error_by_mail')}</p>
      )}
      <Contact />
    </>
  );
}
