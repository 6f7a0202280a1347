import './card-form.css';
import { useEffect, useRef, useState } from 'react';
import type { Method } from '#src/domain/payment.ts';
import type { MethodFormProps } from './methods.ts';
import { registerForm } from './payment-session.ts';
import { mountCard, type TokenMaker } from './stripe-card.ts';

type Kind = { method: Method; maker: TokenMaker };
type FieldsProps = Kind & Omit<MethodFormProps, 'blocked'> & { onBlocked: (blocked: boolean) => void };

function Fields({ method, maker, amount, lang, waiting, onBlocked }: FieldsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState(false);

  useEffect(() => {
    if (!place.current) return;
    let live = true;
    const card = mountCard(place.current, { amount, lang, maker });
    const withdraw = registerForm(method, card.take);
    card.ready.then(
      () => live && setReady(true),
      () => live && onBlocked(true),
    );
    return () => {
      live = false;
      withdraw();
      card.remove();
      setReady(false);
    };
  }, [method, maker, amount, lang, onBlocked]);

  return (
    <div className="card-form" aria-busy={!ready}>
      {ready ? null : waiting}
      <div ref={place} />
    </div>
  );
}

/** The provider's card fields; the caller provides what is shown while they load or if they cannot be loaded. */
function StripeCardForm({ blocked, ...fields }: Kind & MethodFormProps) {
  const [isBlocked, setBlocked] = useState(false);
  return isBlocked ? blocked(() => setBlocked(false)) : <Fields {...fields} onBlocked={setBlocked} />;
}

const confirmation: TokenMaker = {
  manual: false,
  make: async (stripe, elements) => {
    const { confirmationToken, error } = await stripe.createConfirmationToken({ elements });
    if (error) return { error };
    const card = confirmationToken.payment_method_preview.card;
    return { payment: { token: confirmationToken.id, brand: card?.brand ?? '', last4: card?.last4 ?? '' } };
  },
};

const paymentMethod: TokenMaker = {
  manual: true,
  make: async (stripe, elements) => {
    const { paymentMethod: made, error } = await stripe.createPaymentMethod({ elements });
    if (error) return { error };
    const { id, card } = made;
    return { payment: { token: id, brand: card?.brand ?? '', last4: card?.last4 ?? '' } };
  },
};

/** The card fields of `stripe`. */
export function StripeForm(props: MethodFormProps) {
  return <StripeCardForm method="stripe" maker={paymentMethod} {...props} />;
}

/** The card fields of `stripe_secure`. */
export function StripeSecureForm(props: MethodFormProps) {
  return <StripeCardForm method="stripe_secure" maker={confirmation} {...props} />;
}
