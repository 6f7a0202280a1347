import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OrderScreen } from '#src/screens/purchase/order/order-screen.tsx';
import { days, product, timespan } from '#test/paths/sample-shop.ts';
import { simulateShop } from './simulated-shop.tsx';

/** The order page of a shop with two products; a museum with two options, and a garden. */

export const morning = timespan;
export const noon = {
  ...timespan,
  id: 't2',
  reservation_from: '2026-12-01T12:00:00+09:00',
  reservation_to: '2026-12-01T12:30:00+09:00',
};
export const soldOutSlot = {
  ...noon,
  id: 't3',
  reservation_from: '2026-12-01T13:00:00+09:00',
  state: 'sold_out',
  remaining: 0,
} as const;
const child = {
  ...product.options[0],
  id: 'child',
  name: 'Child',
  note: '',
  type: 'child',
  add_cost: 1000,
  min: 0,
  max: 2,
};
const [adult] = product.options;
export const family = { ...product, options: adult ? [adult, child] : [], caution: 'Dark rooms.' };
export const garden = {
  ...product,
  uuid: 'p2',
  product_name: 'Garden',
  naming_right: 'Denki',
  sale_type: 'date',
  options: product.options.slice(0, 1),
} as const;

/** The path of a simulated actor of the order. */
export const at = (id: string) => `app/purchase/order/${id}`;
export const click = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
export const total = () => document.querySelector('.amount')?.textContent;
export const pick = (name: string | RegExp) => userEvent.click(screen.getByRole('radio', { name }));

/** `about`: facts of the child's ticket. */
export const shop = (about: { needs?: string[] } = {}) => {
  const museum = { ...family, options: adult ? [adult, { ...child, ...about }] : [] };
  const simulated = simulateShop({ catalogue: { products: [museum, garden] } });
  simulated.show(OrderScreen);
  return simulated;
};

/** Product and day are chosen and these slots of the day are loaded, on the page of this shop. */
export const withSlots = async (found: readonly object[], simulated = shop()) => {
  await pick(/Museum/);
  simulated.answer(at('search'), { days: days('2026-12-01'), slots: null });
  await click(/Tuesday 1 December 2026, Available/);
  simulated.answer(at('search'), { days: null, slots: found });
  return simulated;
};
