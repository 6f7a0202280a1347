import { useEffect, useRef } from 'react';
import { ToInquiry } from '#src/screens/to-inquiry.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** The link was replaced: where the new one was sent, and what to do if the mail does not arrive. */
export function Revoked({ address }: { address: string }) {
  const { t } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <>
      <NoticeBox ref={box} tabIndex={-1} role="status" tone="ok" title={t('revoke_done')}>
        <p className="revoked-to">{address ? t('revoke_done_to', { address }) : t('revoke_done_mailed')}</p>
        <p>{t('revoke_done_old')}</p>
      </NoticeBox>
      <p className="fine">{t('revoke_done_missing')}</p>
      <ButtonRow>
        <ToInquiry primary />
      </ButtonRow>
    </>
  );
}
