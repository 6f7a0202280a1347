import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { forgetForms } from '#src/forms/memory.ts';
import { calendarFile } from '#src/screens/calendar-file.ts';
import { marks, press } from '#src/screens/control.ts';
import { CopyButton } from '#src/screens/copy-button.tsx';
import { useOrderRows } from '#src/screens/purchase/order-rows.tsx';
import { usePurchase, useShop } from '#src/screens/shop.ts';
import { Artwork } from '#src/ui/artwork.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { Section } from '#src/ui/section.tsx';
import { SummaryList } from '#src/ui/summary-list.tsx';
import { useWords } from '#src/ui/words.ts';

/** The order is paid: the reservation number, the link to the ticket, what to do next. */
export function CompleteScreen() {
  const { say, price } = useWords();
  const { site, href, file } = useShop();
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
      <ScreenTitle lead={say('complete_lead')}>{say('complete_title')}</ScreenTitle>
      <div className="reservation">
        <p className="fine">{say('complete_number')}</p>
        <p className="number" translate="no">
          {completion.reservation_number}
        </p>
        {isElsewhere ? null : <CopyButton text={completion.reservation_number} />}
      </div>
      {isElsewhere ? (
        <ButtonRow>
          <LinkButton href={href(inquiry)} {...marks('page.requested', { key: inquiry })}>
            {say('inquiry_title')}
          </LinkButton>
        </ButtonRow>
      ) : (
        <ButtonRow>
          {site.goToTicketButton ? (
            <LinkButton
              variant="primary"
              href={href('ticket', ticket)}
              {...marks('page.requested', { key: 'ticket', primary: true })}
            >
              {say('complete_ticket')}
            </LinkButton>
          ) : null}
          <LinkButton href={file(calendarFile(ticket.token))} download>
            {say('ticket_calendar')}
          </LinkButton>
        </ButtonRow>
      )}
      <Section title={say('complete_next')}>
        <ul className="bullets">
          <li>
            {completion.sent_to ? say('complete_mail_to', { address: completion.sent_to }) : say('complete_mail')}
          </li>
          {isElsewhere ? null : <li>{say('complete_next_keep')}</li>}
          <li>{say('complete_next_day')}</li>
          <li>{say('complete_next_number')}</li>
        </ul>
      </Section>
      {order ? (
        <Section title={say('complete_order')}>
          <SummaryList rows={rowsOf(order)} total={{ term: say('order_total'), detail: price(order.price) }} />
        </Section>
      ) : null}
      {mayBuyMore ? (
        <ButtonRow>
          <Button {...press(purchase, { type: 'order.again' })}>{say('complete_again')}</Button>
        </ButtonRow>
      ) : null}
    </>
  );
}
