import type { Ref } from 'react';
import type { OrderContext } from '#machines/order/order.types.ts';
import { effectOf, failures } from '#src/domain/failures.ts';
import { quantityOf, refusedSet } from '#src/domain/order.ts';
import type { Product } from '#src/domain/product.ts';
import { marks } from '#src/screens/control.ts';
import { useCatalogue } from '#src/screens/shop.ts';
import { Button } from '#src/ui/button.tsx';
import { type ErrorItem, ErrorSummary } from '#src/ui/error-summary.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import { optionId } from './option-lines.tsx';
import { productsId } from './product-cards.tsx';

/** Ids of the groups that errors link to. */
export const dayId = 'order-day';
export const timesId = 'order-times';

/** Missing or invalid parts of a choice, each with the id of its control; empty for other errors. */
const useItems = ({ failure, choice }: OrderContext, product: Product | undefined): ErrorItem[] => {
  const { t } = useTexts();
  if (!failure || !['invalid_input', 'invalid_quantity'].includes(failure.code)) return [];
  const first = product?.options[0];
  const has = (name: string) => failure.fields?.some((field) => field.split('/')[0] === name) ?? false;
  if (!product || !first) return [{ id: productsId, text: t('order_missing_product') }];
  const items: ErrorItem[] = [];
  if (has('time_span_id'))
    items.push(
      choice.day || product.sale_type === 'period'
        ? { id: timesId, text: t('order_missing_timespan') }
        : { id: dayId, text: t('order_missing_day') },
    );
  const { min_quantity: min, max_quantity: max } = product;
  const quantity = quantityOf(choice.lines);
  if (has('option_values') && quantity === 0) items.push({ id: optionId(first.id), text: t('order_missing_options') });
  // If only the server refuses the count, the product's limits do not explain why.
  if (failure.code === 'invalid_quantity' && (quantity < min || quantity > max))
    items.push({ id: optionId(first.id), text: t('order_missing_quantity', { min, max }) });
  return items;
};

export type OrderErrorProps = {
  context: OrderContext;
  product: Product | undefined;
  busy: boolean;
  onSubmit: () => void;
  /** Receives the focus when an attempt was refused. */
  ref: Ref<HTMLDivElement>;
};

/** Error of the last attempt, unless it is shown at the slots, at the set products or by a dialog. */
export function OrderError({ context, product, busy, onSubmit, ref }: OrderErrorProps) {
  const { t, tAny } = useTexts();
  const { contact_mail, contact_phone } = useCatalogue().configurations;
  const items = useItems(context, product);
  const { failure, missed } = context;
  if (refusedSet(failure) >= 0) return null;
  if (items.length > 0) return <ErrorSummary ref={ref} heading={t('form_error_heading')} items={items} />;
  if (!failure || missed || effectOf(failure) !== 'mend') return null;
  /* The choice is valid, so the same order is retried with a new token. */
  const again = failure.code.startsWith('bot_check') ? (
    <Button busy={busy} onClick={onSubmit} {...marks('order.submit', { key: 'again' })}>
      {t('common_try_again')}
    </Button>
  ) : null;
  return (
    <NoticeBox ref={ref} tabIndex={-1} role="alert" tone="error" actions={again}>
      <p>{tAny(failures[failure.code].text, { contact: contact_mail || contact_phone })}</p>
    </NoticeBox>
  );
}
