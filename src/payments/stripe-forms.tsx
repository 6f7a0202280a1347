import './card-form.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Announcement } from '#src/ui/announcement.tsx';
import { useTexts } from '#src/ui/use-texts.ts';
import type { MethodFormProps } from './method.ts';
import { registerForm } from './payment-session.ts';
import { mountCard } from './stripe-card.ts';
import { type PaymentFacts, type StripeMethod, tokenMakers } from './stripe-elements.ts';

type Kind = { method: StripeMethod };
type FieldsProps = Kind & Omit<MethodFormProps, 'blocked'> & { onBlocked: (blocked: boolean) => void };

function Fields({ method, amount, lang, waiting, onBlocked }: FieldsProps) {
  const { t } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<ReturnType<typeof mountCard>>(null);
  const [ready, setReady] = useState(false);
  const mount = useEffectEvent((container: HTMLElement, facts: Omit<PaymentFacts, 'amount'>) =>
    mountCard(container, { ...facts, amount }),
  );

  useEffect(() => {
    if (!place.current) return;
    let live = true;
    const card = mount(place.current, { lang, maker: tokenMakers[method] });
    shown.current = card;
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
  }, [method, lang, onBlocked]);

  // a coupon changes the total: the fields, and what was typed in them, stay
  useEffect(() => shown.current?.setAmount(amount), [amount]);

  return (
    <div className="card-form" aria-busy={!ready}>
      {ready ? null : waiting}
      <Announcement text={ready ? t('card_ready') : ''} />
      <div ref={place} />
    </div>
  );
}

/** The provider's card fields; the caller provides what is shown while they load or if they cannot be loaded. */
function StripeCardForm({ blocked, ...fields }: Kind & MethodFormProps) {
  const [isBlocked, setBlocked] = useState(false);
  return isBlocked ? blocked(() => setBlocked(false)) : <Fields {...fields} onBlocked={setBlocked} />;
}

export const StripeForm = (props: MethodFormProps) => <StripeCardForm method="stripe" {...props} />;
export const StripeSecureForm = (props: MethodFormProps) => <StripeCardForm method="stripe_secure" {...props} />;
