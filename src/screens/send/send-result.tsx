import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { AppChild } from '#machines/refs.ts';
import type { SendResult as Result, Transfer } from '#machines/send/send.types.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { buttonProps, marks } from '#src/screens/control.ts';
import { LinkField, linkFor } from '#src/screens/copy-button.tsx';
import { ToInquiry, ToTicket } from '#src/screens/links.tsx';
import { useShop } from '#src/screens/shop.ts';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';

/** The new ticket's link, to copy or open. */
function NewLink({ token }: { token: string }) {
  const { t } = useTexts();
  const shop = useShop();
  const url = linkFor(shop.url('ticket', { token }), shop.lang);
  return (
    <div className="new-link">
      <LinkField id="new-link" name="new_link" label={t('send_new_link')} hint={t('send_new_link_hint')} url={url}>
        <Link href={shop.href('ticket', { token })} {...marks('page.requested.ticket', { key: 'new-ticket' })}>
          {t('send_new_open')}
        </Link>
      </LinkField>
    </div>
  );
}

export type SendResultProps = {
  sender: AppChild<'send'>;
  ticket: Ticket;
  transfer: Transfer;
  result: Result;
};

/** The result: the recipient's next step, and the people who stay on this ticket. */
export function SendResult({ sender, ticket, transfer, result }: SendResultProps) {
  const { t } = useTexts();
  const canSendMore = useSelector(sender, (snapshot) => snapshot.can({ type: 'send.again' }));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { quantity, sent_to: to, reservation_token: link } = result;
  const rest = ticket.quantity - quantity;
  const isMail = transfer.way === 'mail';
  return (
    <>
      <NoticeBox
        ref={box}
        tabIndex={-1}
        role="status"
        tone="ok"
        title={unbroken(t(isMail ? 'send_done_mail' : 'send_done_link', { count: quantity }))}
      >
        {isMail ? <p className="address">{t('send_done_to', { to })}</p> : null}
        <p>{rest > 0 ? unbroken(t('send_rest_stayed', { count: rest })) : t('send_rest_gone')}</p>
      </NoticeBox>
      {isMail ? <p className="fine">{t('send_done_missing')}</p> : null}
      {link ? <NewLink token={link} /> : null}
      <ButtonRow>
        <ToTicket variant="primary" token={sender.getSnapshot().context.token} />
        {link || isMail ? null : <ToInquiry />}
        {canSendMore ? <Button {...buttonProps(sender, { type: 'send.again' })}>{t('send_again')}</Button> : null}
      </ButtonRow>
    </>
  );
}
