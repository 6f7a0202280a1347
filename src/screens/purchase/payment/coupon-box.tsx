import './coupon-box.css';
import { useSelector } from '@xstate/react';
import { type SyntheticEvent, useCallback, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { couponMachine } from '#machines/coupon/coupon.machine.ts';
import { comparedCode, couponCode, maxCodeLength, unfitInCode } from '#src/domain/coupon.ts';
import { effectOf, type FailureDetails, failureText } from '#src/domain/failures.ts';
import type { Order } from '#src/domain/order.ts';
import { isWithin } from '#src/domain/text-length.ts';
import { remember, remembered } from '#src/forms/memory.ts';
import { useLeaving } from '#src/forms/use-leaving.ts';
import { buttonProps, marks } from '#src/screens/control.ts';
import { usePurchase } from '#src/screens/shop.ts';
import { useTranslatedOrder } from '#src/screens/translated.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/fields.tsx';
import { Fold } from '#src/ui/fold.tsx';
import { Section } from '#src/ui/layout.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { SummaryList } from '#src/ui/summary-list.tsx';
import { useChanged } from '#src/ui/use-changed.ts';
import { type MessageId, unbroken, useTexts } from '#src/ui/use-texts.ts';

type Coupon = ActorRefFrom<typeof couponMachine>;

const name = 'coupon';

/** The code that was typed before; after Back, the last input is only in the form's memory. */
const typedBefore = (purchase: ReturnType<typeof usePurchase>): string =>
  ({ ...purchase.getSnapshot().context.drafts[name], ...remembered(name) }).code ?? '';

/** `rest`: yen that the coupon would leave to pay. */
const textOf = ({ code, rest }: FailureDetails): MessageId =>
  rest === 0 ? 'failure_coupon_rest_nothing' : failureText(code);

type CouponFormProps = {
  coupon: Coupon;
  /** Error of the last code, if it is shown here. */
  failure: FailureDetails | null;
  busy: boolean;
};

/** The field for a coupon's code; its error is shown at the field, which receives the focus. */
function CouponForm({ coupon, failure, busy }: CouponFormProps) {
  const { t, tAny, price } = useTexts();
  const purchase = usePurchase();
  const [typed, setTyped] = useState(() => typedBefore(purchase));
  const [unfit, setUnfit] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  const saveDraft = useCallback(
    () => purchase.send({ type: 'draft.kept', form: name, fields: { code: typed } }),
    [purchase, typed],
  );
  useLeaving(saveDraft);

  useChanged(failure, () => failure && field.current?.focus());

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    saveDraft();
    const isMissing = comparedCode(typed) === '';
    const character = unfitInCode(typed);
    const label = t('coupon_code');
    const wrong = character
      ? t('common_validate_character', { field: label, character })
      : !isWithin(typed.trim(), maxCodeLength) && t('common_validate_max', { field: label, length: maxCodeLength });
    setUnfit(isMissing ? t('coupon_missing') : wrong || undefined);
    if (isMissing || wrong) field.current?.focus();
    else coupon.send({ type: 'coupon.apply', code: couponCode(typed) });
  };
  const refused = failure ? tAny(textOf(failure), { rest: price(failure.rest ?? 0) }) : undefined;
  const error = unfit ?? refused;

  return (
    <form className="coupon-form" aria-label={t('summary_coupon')} noValidate onSubmit={submit}>
      <TextField
        ref={field}
        name={name}
        label={t('coupon_code')}
        /* The focus may be in the field already, so that its description would not be read again. */
        error={error && <span role="alert">{error}</span>}
        value={typed}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onBlur={saveDraft}
        onChange={(text) => {
          remember(name, { code: text });
          setTyped(text);
          setUnfit(undefined);
        }}
      />
      <Button type="submit" busy={busy} {...marks('coupon.apply')}>
        {t('coupon_apply')}
      </Button>
    </form>
  );
}

/**
 * The order's coupon: the field for a code, which a press opens, or the applied coupon with a button to remove it (docs/product.md#screen-payment).
 * `busy`: the payment step is working, so the total must not change.
 */
export function CouponBox({ coupon, order, busy }: { coupon: Coupon; order: Order; busy: boolean }) {
  const { t, tAny, price } = useTexts();
  const purchase = usePurchase();
  const failure = useSelector(coupon, (snapshot) => snapshot.context.failure);
  const applied = useTranslatedOrder()(order).coupon;
  const refusal = failure && effectOf(failure) === 'mend' ? failure : null;
  const box = useRef<HTMLDivElement>(null);
  // Open if a code was typed, applied or refused before, and once a coupon is removed.
  const [isNeeded, setNeeded] = useState(() => refusal !== null || applied != null || typedBefore(purchase) !== '');

  useChanged(applied?.coupon_code, () => {
    setNeeded(true);
    // The pressed control no longer exists.
    box.current?.focus();
    // An applied code is no longer a draft.
    if (!applied) return;
    remember(name, {});
    purchase.send({ type: 'draft.kept', form: name, fields: {} });
  });

  const content = (
    <div ref={box} tabIndex={-1}>
      {applied ? (
        <SummaryList
          rows={[
            {
              key: applied.coupon_code,
              term: unbroken(applied.coupon_name),
              detail: price(-applied.coupon_discount),
              action: (
                <Button
                  variant="quiet"
                  busy={busy}
                  {...buttonProps(coupon, { type: 'coupon.remove', code: applied.coupon_code })}
                >
                  {t('coupon_remove')}
                </Button>
              ),
            },
          ]}
        />
      ) : (
        <CouponForm coupon={coupon} failure={refusal} busy={busy} />
      )}
      {applied && refusal ? (
        <NoticeBox tone="error" role="alert" level={3} text={tAny(failureText(refusal.code))} />
      ) : null}
    </div>
  );
  if (applied) return <Section title={t('summary_coupon')}>{content}</Section>;
  return (
    <Fold summary={t('coupon_have')} isNeeded={isNeeded}>
      {content}
    </Fold>
  );
}
