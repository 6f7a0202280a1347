import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { forgetForms } from '#src/forms/memory.ts';
import { buttonProps, marks } from '#src/screens/control.ts';
import { CopyButton } from '#src/screens/copy-button.tsx';
import { calendarFile, useFileLink } from '#src/screens/file-link.ts';
import { useOrderRows } from '#src/screens/purchase/order-rows.tsx';
import { usePurchase, useShop } from '#src/screens/shop.ts';
import { Artwork } from '#src/ui/artwork.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { Section } from '#src/ui/section.tsx';
import { SummaryList } from '#src/ui/summary-list.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

/** The order is paid: the reservation number, the link to the ticket, what to do next. */
export function CompleteScreen() {
  const { t, price } = useTexts();
  const { site, href } = useShop();
  const fileLink = useFileLink();
  const purchase = usePurchase();
  const rowsOf = useOrderRows();
  useEffect(forgetForms, []);
  const { completion, order } = useSelector(purchase, (snapshot) => snapshot.context);
  const mayBuyMore = useSelector(purchase, (snapshot) => snapshot.can({ type: 'order.again' }));
  if (!completion) return null;
  const ticket = { token: completion.reservation_token };
  /* Another browser paid: this one shows that, and how to open the ticket. */
  const isElsewhere = ticket.token === '';
  const inquiry = 'reservation-inquiry';
  return (
    <>
      <Artwork />
      <ScreenTitle lead={t('complete_lead')}>{t('complete_title')}</ScreenTitle>
      <div className="reservation">
        <p className="fine">{t('complete_number')}</p>
        <p className="number" translate="no">
          {completion.reservation_number}
        </p>
        {isElsewhere ? null : <CopyButton text={completion.reservation_number} />}
      </div>
      {isElsewhere ? (
        <ButtonRow>
          <LinkButton href={href(inquiry)} {...marks(`page.requested.${inquiry}`)}>
            {t('inquiry_title')}
          </LinkButton>
        </ButtonRow>
      ) : (
        <ButtonRow>
          {site.goToTicketButton ? (
            <LinkButton
              variant="primary"
              href={href('ticket', ticket)}
              {...marks('page.requested.ticket', { primary: true })}
            >
              {t('complete_ticket')}
            </LinkButton>
          ) : null}
          <LinkButton {...fileLink(calendarFile(ticket.token))} download>
            {t('ticket_calendar')}
          </LinkButton>
        </ButtonRow>
      )}
      <Section title={t('complete_next')}>
        <ul className="bullets">
          <li>{completion.sent_to ? t('complete_mail_to', { address: completion.sent_to }) : t('complete_mail')}</li>
          {isElsewhere ? null : <li>{t('complete_next_keep')}</li>}
          <li>{t('complete_next_day')}</li>
          <li>{t('complete_next_number')}</li>
        </ul>
      </Section>
      {order ? (
        <Section title={t('complete_order')}>
          <SummaryList rows={rowsOf(order)} total={{ term: t('order_total'), detail: price(order.price) }} />
        </Section>
      ) : null}
      {mayBuyMore ? (
        <ButtonRow>
          <Button {...buttonProps(purchase, { type: 'order.again' })}>{t('complete_again')}</Button>
        </ButtonRow>
      ) : null}
    </>
  );
}
