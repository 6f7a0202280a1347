import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { primaryProps } from '#src/screens/control.ts';
import { ToInquiry } from '#src/screens/links.tsx';
import { usePurchase, useShop } from '#src/screens/shop.ts';
import { Button, ButtonRow } from '#src/ui/button.tsx';
import { Columns, ScreenTitle, Section } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { Contact } from '../contact.tsx';
import { OrderList } from '../order-rows.tsx';

const confirm = { type: 'mail.confirm' } as const;

/** While it can be sent, an order is open, which the link replaces; only the server knows whether the link is of that order. */
const cancel = { type: 'order.cancel' } as const;

/**
 * The effect of the link, and the only button, which has the focus, so that Enter is enough. The order appears below it as
 * soon as it is read: the button stays where it is, and works without it.
 */
function OfferedLink({ token }: { token: string }) {
  const { t } = useTexts();
  const { app, readMailed } = useShop();
  const order = useSelector(useActorRef(readMailed, { input: { token } }), ({ output }) => output);
  const purchase = usePurchase();
  const hasOpenOrder = useSelector(purchase, (snapshot) => snapshot.can(cancel));
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <ScreenTitle lead={t('mail_confirm_offer')}>{t('mail_confirm_offer_title')}</ScreenTitle>
      <Columns
        aside={
          <>
            {order ? (
              <Section title={t('payment_order')}>
                <OrderList order={order} />
              </Section>
            ) : null}
            <Contact />
          </>
        }
      >
        {hasOpenOrder && (
          <NoticeBox tone="warn" role="status">
            {t('mail_confirm_other')}
          </NoticeBox>
        )}
        <ButtonRow>
          <Button ref={button} {...primaryProps(app, confirm)}>
            {t('mail_confirm_go')}
          </Button>
        </ButtonRow>
      </Columns>
    </>
  );
}

function UsedLink() {
  const { t } = useTexts();
  const purchase = usePurchase();
  const again = { type: 'order.again' } as const;
  const mayOrder = useSelector(purchase, (snapshot) => snapshot.can(again));
  return (
    <>
      <ScreenTitle lead={t('mail_confirm_text')}>{t('mail_confirm_title')}</ScreenTitle>
      <Columns aside={<Contact />}>
        <ButtonRow>
          {mayOrder ? <Button {...primaryProps(purchase, again)}>{t('mail_confirm_again')}</Button> : null}
          <ToInquiry />
        </ButtonRow>
      </Columns>
    </>
  );
}

/** The link of a mail: asks for a press, or says that the link was used or is too old (docs/product.md#screen-mail-confirm). */
export function MailConfirmScreen() {
  const { app } = useShop();
  const token = useSelector(app, (snapshot) => (snapshot.can(confirm) ? snapshot.context.token : null));
  return token === null ? <UsedLink /> : <OfferedLink key={token} token={token} />;
}
