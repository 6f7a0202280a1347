import './share.css';
import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { AppChild } from '#machines/refs.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { ChildScreen } from '#src/screens/child-screen.tsx';
import { buttonProps, primaryProps } from '#src/screens/control.ts';
import { LinkField, linkFor } from '#src/screens/copy-button.tsx';
import { FailureNotice } from '#src/screens/failure-notice.tsx';
import { ToTicket } from '#src/screens/links.tsx';
import { MissingTicket, TicketClosed, UnreadTicket } from '#src/screens/no-ticket.tsx';
import { useShop } from '#src/screens/shop.ts';
import { AboutTicket } from '#src/screens/ticket/about-ticket.tsx';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Section } from '#src/ui/layout.tsx';
import { Qr } from '#src/ui/qr.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useChanged } from '#src/ui/use-changed.ts';
import { useTexts } from '#src/ui/use-texts.ts';

/** True if the browser has the system's share sheet. */
const maySend = (url: string): boolean => 'canShare' in navigator && navigator.canShare({ url });

/** The share link, to copy, pass to another app, or scan. */
function ShareLink({ url, product }: { url: string; product: string }) {
  const { t } = useTexts();
  // Rejects if the sheet is closed or not allowed; the link can still be copied.
  const send = () => navigator.share({ title: product, url }).catch(() => undefined);
  return (
    <div className="share-link">
      <div>
        <LinkField id="share-link" name="share_link" label={t('share_link')} url={url}>
          {maySend(url) ? (
            <Button variant="quiet" onClick={send}>
              <Icon name="share" />
              <span>{t('share_by_app')}</span>
            </Button>
          ) : null}
        </LinkField>
      </div>
      <figure>
        <Qr text={url} label={t('share_qr')} room={200} />
        <figcaption className="fine">{t('share_qr_text')}</figcaption>
      </figure>
    </div>
  );
}

/** The share link, or what sharing means. */
function Sharing({ ticket }: { ticket: Ticket }) {
  const { t } = useTexts();
  const { url, lang } = useShop();
  const isShared = ticket.state === 'shared';
  const box = useRef<HTMLDivElement>(null);
  // The pressed control no longer exists.
  useChanged(isShared, () => box.current?.focus());
  return (
    <div ref={box} tabIndex={-1}>
      {isShared ? (
        <Section title={t('share_on_title')}>
          <p>{t('share_on_text')}</p>
          <ShareLink url={linkFor(url('shared', { token: ticket.share_token }), lang)} product={ticket.product_name} />
        </Section>
      ) : (
        <ul className="bullets">
          <li>{t('share_how_link')}</li>
          <li>{t('share_how_code')}</li>
          <li>{t('share_how_stop')}</li>
        </ul>
      )}
    </div>
  );
}

function Body({ actor: sharer }: { actor: AppChild<'share'> }) {
  const { t } = useTexts();
  const { ticket, failure, token } = useSelector(sharer, (snapshot) => snapshot.context);
  const isPending = useSelector(sharer, (snapshot) => snapshot.hasTag('pending'));
  const mayShare = useSelector(sharer, (snapshot) => snapshot.can({ type: 'share.make' }));
  const mayStop = useSelector(sharer, (snapshot) => snapshot.can({ type: 'share.stop' }));
  if (!ticket) {
    if (isPending) return <Skeleton kind="summary" label={t('common_loading')} />;
    if (failure) return <UnreadTicket reader={sharer} />;
    return <MissingTicket />;
  }
  const isShared = ticket.state === 'shared';
  const refusal = failure ? <FailureNotice failure={failure} /> : null;
  if (!isPending && !mayShare && !isShared)
    return (
      <>
        <AboutTicket ticket={ticket} />
        {refusal}
        <TicketClosed ticket={ticket} action="share" token={token} title={t('share_refused_title')} />
      </>
    );
  return (
    <>
      <AboutTicket ticket={ticket} />
      {refusal}
      <Sharing ticket={ticket} />
      <ButtonRow>
        {isShared ? null : (
          <Button busy={isPending} {...primaryProps(sharer, { type: 'share.make' })}>
            {t('share_make')}
          </Button>
        )}
        {mayStop || (isPending && isShared) ? (
          <Button busy={isPending} {...buttonProps(sharer, { type: 'share.stop' })}>
            {t('share_stop')}
          </Button>
        ) : null}
        <ToTicket variant="quiet" token={token} />
      </ButtonRow>
      <p role="status" className="vh">
        {isShared ? t('share_on_title') : ''}
      </p>
    </>
  );
}

/** Shares a ticket by a link, and stops sharing it. */
export const ShareScreen = () => <ChildScreen id="share" leadId="share_lead" titleId="share_title" body={Body} />;
