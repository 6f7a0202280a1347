import type { mountCard as mountRealCard } from 'ticket-store/src/payments/stripe-card.ts';

type Mounted = ReturnType<typeof mountRealCard>;

const fields = ['4242 4242 4242 4242', '12 / 34', '123'];

/** Card fields as a provider shows them; the simulation has none of its scripts, and the token comes from the walk. */
export const mountCard = (place: HTMLElement, _about: Parameters<typeof mountRealCard>[1]): Mounted => {
  const box = document.createElement('div');
  box.style.cssText = 'display:grid;grid-template-columns:1fr 1fr;gap:12px;align-content:start';
  for (const [at, text] of fields.entries()) {
    const field = document.createElement('div');
    field.textContent = text;
    field.style.cssText = `padding:12px;border:1px solid #8886;border-radius:6px;opacity:.7;${at === 0 ? 'grid-column:1/-1' : ''}`;
    box.append(field);
  }
  place.append(box);
  return {
    ready: Promise.resolve(undefined),
    take: async () => ({ token: 'simulated', brand: 'visa', last4: '4242' }),
    setAmount: () => undefined,
    remove: () => box.remove(),
  };
};
