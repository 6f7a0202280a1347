import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import type { Purchase } from '#machines/refs.ts';
import type { FieldTemplate, TypedFields } from '#src/domain/customer.ts';
import type { Order } from '#src/domain/order.ts';
import { cardText } from '#src/screens/purchase/confirm/paid-by.ts';
import { ExpressButtons } from '#src/screens/purchase/express/express-buttons.tsx';
import { expressMethodOf, offerOf } from '#src/screens/purchase/payment/offer.ts';
import { useCatalogue, useShop } from '#src/screens/shop.ts';
import { Announcement } from '#src/ui/announcement.tsx';
import { intoView } from '#src/ui/into-view.ts';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';
import { asksOf, fieldsOfWallet } from './wallet-fields.ts';

type Props = {
  purchase: Purchase;
  order: Order;
  templates: readonly FieldTemplate[];
  /** Fills fields in, and moves the focus to the first that is still missing; false if none is. */
  onFilled: (fields: TypedFields) => boolean;
};

/**
 * The wallets above the fields, which they fill in; what the visitor agrees to in a sheet is paid on the last page
 * (docs/product.md#express-wallets).
 */
export function ExpressDetails({ purchase, order, templates, onFilled }: Props) {
  const { t, price } = useTexts();
  const { site } = useShop();
  const { methods } = useCatalogue();
  const { agreed, payment, site: rules } = useSelector(purchase, ({ context }) => context);
  const notice = useRef<HTMLDivElement>(null);
  const isComplete = useRef(false);
  const asks = useMemo(() => asksOf(templates), [templates]);
  const method = expressMethodOf(offerOf(methods, site.methods, order.price));
  const isAgreed = agreed?.price === order.price;
  // The notice comes to the top, with what was filled in below it.
  useEffect(() => {
    if (!isAgreed || !isComplete.current) return;
    notice.current?.focus({ preventScroll: true });
    intoView(notice.current, 'start');
  }, [isAgreed]);
  /* A payment that was chosen before stays; the link of a confirmation mail may open in another browser. */
  if (!method || site.expressWallets.length === 0 || payment || rules.mailConfirm) return null;
  const text = isAgreed ? t('express_agreed', { card: cardText(agreed.paid.payment), price: price(agreed.price) }) : '';

  return (
    <>
      <Announcement text={text} />
      {isAgreed ? (
        <NoticeBox tone="ok" ref={notice} text={unbroken(text)} />
      ) : (
        <ExpressButtons
          order={order}
          method={method}
          wallets={site.expressWallets}
          asks={asks}
          title={t('express_details_title')}
          text={unbroken(t('express_details_text', { price: price(order.price) }))}
          mayPay={() => purchase.getSnapshot().matches({ 'sign-in': 'editing' })}
          onConfirmed={(confirmed, contact) => {
            const agreed = { paid: { method, payment: confirmed }, price: order.price };
            isComplete.current = !onFilled(fieldsOfWallet(asks, contact));
            purchase.send({ type: 'sheet.ended', sheet: { agreed, failure: null } });
          }}
          onClosed={(failure) => purchase.send({ type: 'sheet.ended', sheet: { agreed: null, failure } })}
        >
          {t('express_by_hand')}
        </ExpressButtons>
      )}
    </>
  );
}
