import type { Ref } from 'react';
import type { ChangeDateContext } from '#machines/change-date/change-date.types.ts';
import type { AppChild } from '#machines/refs.ts';
import { effectOf, type FailureDetails, failureText } from '#src/domain/failures.ts';
import type { Product, TimeSpan } from '#src/domain/product.ts';
import { buttonProps } from '#src/screens/control.ts';
import { nearestFree, useSlotTexts } from '#src/screens/slots/slots.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorSummary } from '#src/ui/error-summary.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { type MessageId, unbroken, useTexts } from '#src/ui/use-texts.ts';

/** Id of the times, for links from an error. */
export const timesId = 'changedate-times';

export type DateErrorProps = {
  change: AppChild<'changedate'>;
  context: ChangeDateContext;
  product: Product;
  barOf: (slot: TimeSpan) => string | null;
  /** The times are being reloaded. */
  busy: boolean;
  /** Receives the focus when an attempt was refused. */
  ref: Ref<HTMLDivElement>;
};

/** Some errors have a more specific text here. */
const textOf = ({ code }: FailureDetails): MessageId => {
  if (code === 'coupon_out_of_coverage') return 'changedate_coupon';
  if (code === 'ticket_not_on_sale' || code === 'invalid_input') return 'changedate_not_on_sale';
  // The seats were held until they should have been paid.
  if (code === 'session_timeout') return 'failure_seat_reserve_error';
  return failureText(code);
};

/** Error of the last attempt: the time that was refused, and the nearest ones that this ticket may change to. */
export function DateError({ change, context, product, barOf, busy, ref }: DateErrorProps) {
  const { t } = useTexts();
  const slotTexts = useSlotTexts();
  const { failure, missed, slots, ticket } = context;
  if (!failure || (effectOf(failure) !== 'mend' && !missed)) return null;
  if (failure.code === 'invalid_input' && !missed)
    return (
      <ErrorSummary
        ref={ref}
        heading={t('form_error_heading')}
        items={[{ id: timesId, text: t('changedate_missing') }]}
      />
    );
  const open = busy ? [] : slots.filter((slot) => !barOf(slot));
  const free = missed ? nearestFree(open, missed, ticket?.quantity ?? 1) : [];
  return (
    <NoticeBox
      ref={ref}
      tabIndex={-1}
      tone="error"
      role="alert"
      title={missed ? unbroken(slotTexts.visit(product.sale_type, missed)) : undefined}
      actions={free.map((timespan) => (
        <Button key={timespan.id} {...buttonProps(change, { type: 'timespan.choose', timespan }, { key: timespan.id })}>
          {unbroken(slotTexts.time(timespan))}
        </Button>
      ))}
    >
      <p>{t(textOf(failure))}</p>
      {free.length > 0 ? <p>{t('order_slot_nearest')}</p> : null}
    </NoticeBox>
  );
}
