import './made-ticket.css';
import { useActorRef, useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { toAscii } from '#src/domain/digits.ts';
import { hiddenMail } from '#src/domain/mail.ts';
import type { Order } from '#src/domain/order.ts';
import { mapOf } from '#src/domain/site.ts';
import { hasPassEach } from '#src/domain/ticket.ts';
import { walletNames } from '#src/domain/wallet.ts';
import { forgetForms, remembered } from '#src/forms/memory.ts';
import { buttonProps } from '#src/screens/control.ts';
import { CopyButton } from '#src/screens/copy-button.tsx';
import { calendarFile, useFileLink, walletFile } from '#src/screens/file-link.ts';
import { ToInquiry, ToTicket } from '#src/screens/links.tsx';
import { Contact } from '#src/screens/purchase/contact.tsx';
import { OrderList } from '#src/screens/purchase/order-rows.tsx';
import { usePurchase, useShop } from '#src/screens/shop.ts';
import { TicketView } from '#src/screens/ticket/ticket-view.tsx';
import { useCard } from '#src/screens/ticket/use-card.tsx';
import { useTranslatedOrder } from '#src/screens/translated.ts';
import { Button, ButtonRow, FileButton } from '#src/ui/button.tsx';
import { Fold } from '#src/ui/fold.tsx';
import { Columns, ScreenTitle, Section } from '#src/ui/layout.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TicketCard, type TicketCardProps } from '#src/ui/ticket-card.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { MailCorrection } from './mail-correction.tsx';

type MadeProps = { order: Order } & Pick<TicketCardProps, 'number' | 'meaning'>;

/** The ticket that was bought, as the visitor will know it again, without its code. */
function MadeTicket({ order, ...rest }: MadeProps) {
  const { main_product, set_products } = useTranslatedOrder()(order);
  return <TicketCard {...useCard()({ ...main_product, set_products })} {...rest} code={null} />;
}

/** The same with its code, as soon as that is read; the ticket's own page stays the place where it is read again. */
function BoughtTicket({ order, number, token }: Omit<MadeProps, 'meaning'> & { token: string }) {
  const { t } = useTexts();
  const { lang, ticketMachine } = useShop();
  const reader = useActorRef(ticketMachine, { input: { page: 'ticket', token, lang } });
  const ticket = useSelector(reader, ({ context }) => context.ticket);
  const isPending = useSelector(reader, (snapshot) => snapshot.hasTag('pending'));
  if (ticket?.state === 'valid') return <TicketView ticket={ticket} meaning={null} number={number} />;
  const meaning: ReactNode = isPending ? <Skeleton kind="code" label={t('common_loading')} /> : null;
  return <MadeTicket order={order} number={number} meaning={meaning} />;
}

/** `isWhole`: all characters are shown, and can be copied. */
function ReservationNumber({ number, isWhole }: { number: string; isWhole: boolean }) {
  const id = useId();
  return (
    <span>
      <span id={id} data-key="reservation-number" translate="no">
        {number}
      </span>
      {isWhole ? <CopyButton text={number} shownIn={id} /> : null}
    </span>
  );
}

/** The order is paid: the ticket and the ways to its code, where the mail went, what to do next. */
export function CompleteScreen() {
  const { t } = useTexts();
  const { site, lang } = useShop();
  const fileLink = useFileLink();
  const purchase = usePurchase();
  // The whole address is only in the form's memory, and is not stored.
  const [typedMail] = useState(() => remembered('sign-in')?.email ?? '');
  useEffect(forgetForms, []);
  const { completion, order } = useSelector(purchase, (snapshot) => snapshot.context);
  /** Corrections sent from this page, each with the completion that it was to replace. */
  const [sent, setSent] = useState<{ address: string; replaced: typeof completion }[]>([]);
  const correction = useSelector(purchase, ({ children }) => children.correction);
  const isCorrected = useSelector(correction, (snapshot) => snapshot?.context.outcome != null);
  /* The correction's own notice names the address. */
  const isNamed = useSelector(correction, (snapshot) => isCorrected && snapshot?.matches('resting'));
  const isRefused = useSelector(correction, (snapshot) => snapshot?.matches('refused') ?? false);
  const mayBuyMore = useSelector(purchase, (snapshot) => snapshot.can({ type: 'order.again' }));
  if (!completion) return null;
  const { reservation_token: token } = completion;
  // A correction has succeeded when the completion is another one.
  const corrected = sent.findLast(({ replaced }) => replaced !== completion)?.address;
  const typed = corrected ?? (isCorrected ? '' : toAscii(typedMail).trim());
  // The typed address is shown in full only if the server, which hides a part of it, mailed to the same.
  const address = hiddenMail(typed) === completion.sent_to ? typed : completion.sent_to;
  // Google takes one person's pass at a time, which the ticket offers.
  const hasPasses = hasPassEach(site.ticketDisplay, order?.main_product.quantity ?? 1);
  const wallets = walletNames.filter((name) => completion.wallets?.includes(name) && (name === 'apple' || !hasPasses));
  /* Another browser paid: this one shows that, and how to open the ticket. */
  const isElsewhere = token === '';
  const number = <ReservationNumber number={completion.reservation_number} isWhole={!isElsewhere} />;
  const hasButton = site.goToTicketButton && !isElsewhere;
  const toTicket = hasButton ? (
    <ToTicket variant="primary" token={token}>
      {t('complete_ticket')}
    </ToTicket>
  ) : isElsewhere ? (
    <ToInquiry variant="primary" />
  ) : (
    <p>{t('complete_in_mail')}</p>
  );
  return (
    <>
      <ScreenTitle>{t('complete_title')}</ScreenTitle>
      <Columns
        aside={
          <>
            <ButtonRow>
              {isElsewhere ? null : (
                <>
                  {wallets.map((wallet) => (
                    <FileButton key={wallet} {...fileLink(walletFile(token, wallet))}>
                      {t(`ticket_wallet_${wallet}`)}
                    </FileButton>
                  ))}
                  <FileButton {...fileLink(calendarFile(token))} download>
                    {t('ticket_calendar')}
                  </FileButton>
                </>
              )}
              <FileButton href={mapOf(site.exhibition, lang)} target="_blank" rel="noopener">
                <span>{t('complete_map')}</span>
                <span className="vh">{t('common_new_tab')}</span>
              </FileButton>
            </ButtonRow>
            {isNamed ? null : <p>{address ? t('complete_mail_to', { address }) : t('complete_mail')}</p>}
            {correction ? (
              <MailCorrection
                correction={correction}
                address={address}
                onSend={(to) => setSent([...sent, { address: to, replaced: completion }])}
              />
            ) : null}
            <Section title={t('complete_next')}>
              <ul className="bullets">
                <li>{t('complete_next_day')}</li>
                {isElsewhere ? null : <li>{t('complete_next_keep')}</li>}
                <li>{t('complete_next_number')}</li>
              </ul>
              {isElsewhere || isRefused ? null : <Contact />}
              {order ? (
                <Fold summary={t('payment_order')} isBeside>
                  <OrderList order={order} />
                </Fold>
              ) : null}
              {mayBuyMore ? (
                <ButtonRow quiet>
                  <Button variant="quiet" {...buttonProps(purchase, { type: 'order.again' })}>
                    {t('complete_again')}
                  </Button>
                </ButtonRow>
              ) : null}
            </Section>
          </>
        }
      >
        <div className="made-ticket">
          {order === null ? (
            <p>
              {t('ticket_number')} {number}
            </p>
          ) : hasButton ? (
            <BoughtTicket key={`${token} ${lang}`} order={order} number={number} token={token} />
          ) : (
            <MadeTicket order={order} number={number} meaning={toTicket} />
          )}
          {order && !hasButton ? null : toTicket}
        </div>
      </Columns>
    </>
  );
}
