import { useSelector } from '@xstate/react';
import type { AppChild } from '#machines/refs.ts';
import { ChildScreen } from '#src/screens/child-screen.tsx';
import { buttonProps, primaryProps } from '#src/screens/control.ts';
import { FailureNotice } from '#src/screens/failure-notice.tsx';
import { ToInquiry, ToOrder } from '#src/screens/links.tsx';
import { DeadLink, Unread } from '#src/screens/no-ticket.tsx';
import { useAppChild } from '#src/screens/shop.ts';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { ScreenTitle } from '#src/ui/layout.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

function Body({ actor: release }: { actor: AppChild<'mail-release'> }) {
  const { t } = useTexts();
  const snapshot = useSelector(release, (current) => current);
  const { magazine, failure } = snapshot.context;
  const again = { type: 'magazine.again' } as const;
  if (snapshot.can(again)) return <Unread reader={release} again={again.type} title={t('mail_release_unreachable')} />;
  if (magazine && !snapshot.matches({ 'mail-release': 'resuming' }))
    return (
      <>
        {failure ? <FailureNotice failure={failure} /> : null}
        <p>{t('mail_release_text', { address: magazine.email })}</p>
        <p>{t('mail_release_kept')}</p>
        <ButtonRow>
          <Button busy={snapshot.hasTag('pending')} {...primaryProps(release, { type: 'magazine.stop' })}>
            {t('mail_release_stop')}
          </Button>
        </ButtonRow>
      </>
    );
  if (snapshot.hasTag('pending')) return <Skeleton kind="summary" label={t('common_loading')} />;
  const actions = (
    <>
      <ToOrder />
      <ToInquiry />
    </>
  );
  return <DeadLink title={t('mail_release_missing_title')} actions={actions} text={t('mail_release_missing_text')} />;
}

/** Shows the subscription and a button that ends it (docs/product.md#screen-mail-release). */
export const MailReleaseScreen = () => <ChildScreen id="mail-release" titleId="mail_release_title" body={Body} />;

/** The subscription has ended; without its link, when the page is opened by itself or by Back, there is nothing to do. */
export function MailReleaseCompletionScreen() {
  const { t } = useTexts();
  const release = useAppChild('mail-release');
  const { magazine, failure } = useSelector(release, (snapshot) => snapshot?.context) ?? {};
  if (!release || !magazine)
    return (
      <>
        <ScreenTitle lead={t('mail_release_nothing_text')}>{t('mail_release_nothing_title')}</ScreenTitle>
        <ToOrder />
      </>
    );
  return (
    <>
      <ScreenTitle lead={t('mail_release_done_text', { address: magazine.email })}>
        {t('mail_release_done_title')}
      </ScreenTitle>
      {failure ? <FailureNotice failure={failure} /> : null}
      <ButtonRow>
        <ToOrder />
        <Button {...buttonProps(release, { type: 'magazine.resume' })}>{t('mail_release_resume')}</Button>
      </ButtonRow>
    </>
  );
}
