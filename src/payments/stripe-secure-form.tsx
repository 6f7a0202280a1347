import './card-form.css';
import { useEffect, useRef, useState } from 'react';
import { registerForm } from './desk.ts';
import type { MethodFormProps } from './methods.ts';
import { mountCard } from './stripe-secure-card.ts';

type FieldsProps = Omit<MethodFormProps, 'blocked'> & { tellBlocked: (blocked: boolean) => void };

function Fields({ amount, lang, waiting, tellBlocked }: FieldsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState(false);

  useEffect(() => {
    if (!place.current) return;
    let live = true;
    const card = mountCard(place.current, { amount, lang });
    const withdraw = registerForm('stripe_secure', card.take);
    card.ready.then(
      () => live && setReady(true),
      () => live && tellBlocked(true),
    );
    return () => {
      live = false;
      withdraw();
      card.remove();
      setReady(false);
    };
  }, [amount, lang, tellBlocked]);

  return (
    <div className="card-form" aria-busy={!ready}>
      {ready ? null : waiting}
      <div ref={place} />
    </div>
  );
}

/** The provider's card fields. Whoever shows it says what stands there while they load or when they cannot be loaded. */
export function StripeSecureForm({ blocked, ...fields }: MethodFormProps) {
  const [isBlocked, tellBlocked] = useState(false);
  return isBlocked ? blocked(() => tellBlocked(false)) : <Fields {...fields} tellBlocked={tellBlocked} />;
}
