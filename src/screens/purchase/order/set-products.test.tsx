import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { SetProduct } from '#src/domain/product.ts';
import { guide, slots, timespan, today } from '#test/paths/sample-shop.ts';
import { at, click, pick, total, withSlots } from '#test/screens/order-page.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { OrderScreen } from './order-screen.tsx';
import { SetProducts } from './set-products.tsx';

const section = () => screen.queryByRole('heading', { name: 'Extras for your visit' })?.closest('section');
const booklet: SetProduct = { ...guide, uuid: 's2', product_name: 'Booklet', description: '', add_cost: 1200 };

/** Chooses an adult and a time and checks the stock; the set products are still being searched. */
const withTime = async () => {
  const simulated = simulateShop();
  simulated.show(() => <OrderScreen setProducts={<SetProducts />} />);
  await withSlots(slots, simulated);
  await click('Add one Adult');
  await pick(/10:00 – 11:00/);
  simulated.answer(at('checkStock'), timespan);
  return simulated;
};

const withSets = async (...offers: SetProduct[]) => {
  const simulated = await withTime();
  simulated.answer(at('searchSets'), offers);
  return simulated;
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: today }));

it('appear when offered, count in the total and are sent with the order', async () => {
  const { answer, input } = await withTime();
  expect(section()).toBeUndefined();
  answer(at('searchSets'), [guide, booklet]);
  expect(section()?.textContent).toContain('Six languages.');
  await click('Add one Audio guide');
  await click('Add one Audio guide');
  await click('Add one Booklet');
  expect(total()).toBe('¥4,400');
  const summary = document.querySelector('.total-bar .label');
  expect(summary?.textContent).toContain('Audio guide × 2');
  expect(summary?.textContent).toContain('Booklet × 1');
  await click(/^Continue/);
  expect(input(at('placeOrder'))).toMatchObject({
    choice: {
      sets: [
        { id: 's1', price: 600, count: 2 },
        { id: 's2', price: 1200, count: 1 },
      ],
    },
  });
});

it('show a low stock, stop at their limit and show what is sold out', async () => {
  await withSets({ ...guide, remaining: 2, state: 'few' }, { ...booklet, remaining: 0, state: 'sold_out' });
  const there = within(section() ?? document.body);
  expect(there.getByText('2 left')).toBeDefined();
  expect(there.getByText('Sold out')).toBeDefined();
  expect(there.queryByRole('spinbutton', { name: 'Booklet' })).toBeNull();
  await click('Add one Audio guide');
  expect(there.queryByText('Only 2 left')).toBeNull();
  await click('Add one Audio guide');
  expect(there.getByText('Only 2 left')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Add one Audio guide' }).getAttribute('aria-disabled')).toBe('true');
});

it('are reported with the focus when they sell out, and the rest of the choice stays', async () => {
  const { refuse, answer } = await withSets(guide, booklet);
  await click('Add one Booklet');
  await click('Add one Audio guide');
  await click(/^Continue/);
  refuse(at('placeOrder'), { code: 'seat_reserve_error', fields: ['set_products/1/id'] });
  const [alert, ...others] = screen.getAllByRole('alert');
  expect(others).toEqual([]);
  expect(alert?.textContent).toContain('There are not enough of “Audio guide” left.');
  expect(document.activeElement).toBe(alert);
  answer(at('searchSets'), [{ ...guide, remaining: 0, state: 'sold_out' }, booklet]);
  expect(alert?.textContent).toBe('Audio guide is no longer available, so we removed it from your selection.');
  expect(total()).toBe('¥3,200');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /10:00 – 11:00/ }).checked).toBe(true);
});
