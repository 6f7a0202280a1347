import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { revokeMachine } from '#machines/revoke/revoke.machine.ts';
import { effectOf } from '#src/domain/failures.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { buttonProps } from '#src/screens/control.ts';
import { FailureNotice } from '#src/screens/failure-notice.tsx';
import { AboutTicket } from '#src/screens/ticket/about-ticket.tsx';
import { ToTicket } from '#src/screens/to-ticket.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { Section } from '#src/ui/section.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

export type RevokeCheckProps = { revoker: ActorRefFrom<typeof revokeMachine>; ticket: Ticket };

/** Which links stop working and where the new link is sent, before anything is replaced. */
export function RevokeCheck({ revoker, ticket }: RevokeCheckProps) {
  const { t } = useTexts();
  const { failure, token } = useSelector(revoker, (snapshot) => snapshot.context);
  const isBusy = useSelector(revoker, (snapshot) => snapshot.hasTag('pending'));
  const { holder_email: address } = ticket;
  const hasParts = ticket.children.some(({ kind }) => kind === 'split');
  return (
    <>
      <AboutTicket ticket={ticket} />
      {failure?.unknown ? (
        <NoticeBox tone="warn" role="status">
          <p>{t('revoke_unknown')}</p>
        </NoticeBox>
      ) : null}
      {failure && !failure.unknown && effectOf(failure) === 'mend' ? <FailureNotice failure={failure} /> : null}
      <Section title={t('revoke_what')}>
        <ul className="bullets revoke-what">
          <li>{t('revoke_old')}</li>
          {ticket.state === 'shared' ? <li>{t('revoke_shared')}</li> : null}
          {hasParts ? <li>{t('revoke_parts')}</li> : null}
          <li>{address ? t('revoke_new', { address }) : t('revoke_new_mailed')}</li>
          <li>{t('revoke_mailbox')}</li>
        </ul>
      </Section>
      <ButtonRow>
        <Button variant="primary" busy={isBusy} {...buttonProps(revoker, { type: 'revoke.submit' }, { primary: true })}>
          {t('revoke_submit')}
        </Button>
        <ToTicket variant="quiet" token={token} />
      </ButtonRow>
    </>
  );
}
