import './coupon-box.css';
import { useSelector } from '@xstate/react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { paymentMachine } from '#machines/payment/payment.machine.ts';
import { couponCode } from '#src/domain/coupon.ts';
import { type FailureNote, failures } from '#src/domain/failures.ts';
import type { Order } from '#src/domain/order.ts';
import { marks, press } from '#src/screens/control.ts';
import { Button } from '#src/ui/button.tsx';
import { Section } from '#src/ui/section.tsx';
import { SummaryList } from '#src/ui/summary-list.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { useWords } from '#src/ui/words.ts';

type Payment = ActorRefFrom<typeof paymentMachine>;

/** Whether a failure is about the coupon, and so is said at its field instead of on top of the page. */
export const isAboutCoupon = ({ code }: FailureNote): boolean => code.startsWith('coupon_');

/** The field for a coupon's code; what is wrong with it is said there, and the field takes the focus. */
function CouponForm({ payment, note }: { payment: Payment; note: FailureNote | null }) {
  const { say, sayAny } = useWords();
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isPending = useSelector(payment, (snapshot) => snapshot.hasTag('pending'));
  const field = useRef<HTMLInputElement>(null);
  const met = useRef(note);

  useEffect(() => {
    if (met.current !== note && note && isAboutCoupon(note)) field.current?.focus();
    met.current = note;
  }, [note]);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const code = couponCode(typed);
    setMissing(code === '');
    if (code === '') field.current?.focus();
    else payment.send({ type: 'coupon.apply', code });
  };
  const refused = note && isAboutCoupon(note) ? sayAny(failures[note.code].text) : undefined;

  return (
    <form className="coupon-form" noValidate onSubmit={submit}>
      <TextField
        ref={field}
        name="coupon"
        label={say('coupon_code')}
        error={isMissing ? say('coupon_missing') : refused}
        value={typed}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(text) => {
          setTyped(text);
          setMissing(false);
        }}
      />
      <Button type="submit" busy={isPending} {...marks('coupon.apply')}>
        {say('coupon_apply')}
      </Button>
    </form>
  );
}

/** A coupon for the order: its field, or the one that counts, with the way to take it away (SCREENS "payment"). */
export function CouponBox({ payment, order, note }: { payment: Payment; order: Order; note: FailureNote | null }) {
  const { say, price } = useWords();
  const { coupon } = order;
  const box = useRef<HTMLDivElement>(null);
  const met = useRef(coupon?.coupon_code);

  useEffect(() => {
    // the control that was pressed is gone
    if (met.current !== coupon?.coupon_code) box.current?.focus();
    met.current = coupon?.coupon_code;
  }, [coupon]);

  const remove = ({ coupon_code: code }: NonNullable<typeof coupon>) => (
    <Button variant="quiet" {...press(payment, { type: 'coupon.remove', code })}>
      {say('coupon_remove')}
    </Button>
  );
  return (
    <Section title={say('summary_coupon')}>
      <div ref={box} tabIndex={-1}>
        {coupon ? (
          <SummaryList
            rows={[
              {
                key: coupon.coupon_code,
                term: coupon.coupon_name,
                detail: price(-coupon.coupon_discount),
                action: remove(coupon),
              },
            ]}
          />
        ) : (
          <CouponForm payment={payment} note={note} />
        )}
      </div>
    </Section>
  );
}
