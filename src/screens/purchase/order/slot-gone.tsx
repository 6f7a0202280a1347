import type { Ref } from 'react';
import type { OrderContext } from '#machines/order/order.types.ts';
import type { PurchaseChild } from '#machines/refs.ts';
import { quantityOf } from '#src/domain/order-lines.ts';
import type { Product } from '#src/domain/product.ts';
import { buttonProps } from '#src/screens/control.ts';
import { nearestFree, useSlotTexts } from '#src/screens/slots/slots.ts';
import { Button } from '#src/ui/button.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { unbroken, useTexts } from '#src/ui/use-texts.ts';

export type SlotGoneProps = {
  order: PurchaseChild<'order'>;
  product: Product;
  context: OrderContext;
  /** The day's slots are being reloaded. */
  pending: boolean;
  ref: Ref<HTMLDivElement>;
};

/** The slot that is no longer available, and the nearest free ones of that day. */
export function SlotGone({ order, product, context, pending, ref }: SlotGoneProps) {
  const { t } = useTexts();
  const slotTexts = useSlotTexts();
  const { missed, slots, choice, failure } = context;
  if (!missed) return null;
  const slot = slotTexts.visit(product.sale_type, missed);
  const left = slots.find(({ id }) => id === missed.id)?.remaining ?? 0;
  const free = pending ? [] : nearestFree(slots, missed, quantityOf(choice.lines));
  const next = free.length > 0 ? t('order_slot_nearest') : t('order_slot_no_nearest');
  const title = () => {
    if (failure?.code === 'ticket_not_on_sale') return t('order_slot_closed', { slot });
    return left > 0 && !pending ? t('order_slot_short', { slot, count: left }) : t('order_slot_gone', { slot });
  };
  return (
    <NoticeBox
      ref={ref}
      tabIndex={-1}
      role="alert"
      tone="error"
      level={3}
      title={unbroken(title())}
      actions={free.map((timespan) => (
        <Button key={timespan.id} {...buttonProps(order, { type: 'timespan.choose', timespan }, { key: timespan.id })}>
          {unbroken(slotTexts.time(timespan))}
        </Button>
      ))}
      text={pending ? t('order_searching') : next}
    />
  );
}
