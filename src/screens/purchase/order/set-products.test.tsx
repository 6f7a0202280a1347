import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SetProduct } from '#src/domain/product.ts';
import { days, guide, slots, timespan, today } from '#test/paths/sample-shop.ts';
import { heldShop } from '#test/screens/held-shop.tsx';
import { OrderScreen } from './order-screen.tsx';
import { SetProducts } from './set-products.tsx';

const at = (id: string) => `app/purchase/order/${id}`;
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const pick = (name: string | RegExp) => userEvent.click(screen.getByRole('radio', { name }));
const total = () => document.querySelector('.amount')?.textContent;
const section = () => screen.queryByRole('heading', { name: 'Extras for your visit' })?.closest('section');
const number = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Audio guide' }).value;
const book: SetProduct = { ...guide, uuid: 's2', product_name: 'Booklet', description: '', add_cost: 1200 };

/** A time is chosen and its stock checked; its set products are still being searched. */
const withTime = async () => {
  const held = heldShop();
  held.show(() => <OrderScreen setProducts={<SetProducts />} />);
  await pick(/Museum/);
  held.answer(at('search'), { days: days('2026-12-01'), slots: null });
  await press(/Tuesday 1 December 2026, Available/);
  held.answer(at('search'), { days: null, slots });
  await pick(/10:00 – 11:00/);
  held.answer(at('checkStock'), timespan);
  await press('Add one Adult');
  return held;
};

const withSets = async (...offers: SetProduct[]) => {
  const held = await withTime();
  held.answer(at('searchSets'), offers);
  return held;
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: today });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('SetProducts', () => {
  it('appear where something is offered, count in the total and go with the order', async () => {
    const { answer, asked } = await withTime();
    expect(section()).toBeUndefined();
    answer(at('searchSets'), [guide, book]);
    expect(section()?.textContent).toContain('Six languages.');
    await press('Add one Audio guide');
    await press('Add one Audio guide');
    await press('Add one Booklet');
    expect(total()).toBe('¥4,400');
    const summary = document.querySelector('.summary');
    expect(summary?.textContent).toContain('Audio guide × 2');
    expect(summary?.textContent).toContain('Booklet × 1');
    // the count includes tickets only
    expect(document.querySelector('.total-bar')?.textContent).toContain('1 ticket');
    await press('Continue');
    expect(asked(at('placeOrder'))).toMatchObject({
      choice: {
        sets: [
          { id: 's1', price: 600, count: 2 },
          { id: 's2', price: 1200, count: 1 },
        ],
      },
    });
  });

  it('keep their place in the choice when their number changes', async () => {
    await withSets(guide, book);
    await press('Add one Audio guide');
    await press('Add one Booklet');
    await press('Add one Audio guide');
    expect(document.querySelector('.summary')?.textContent).toMatch(/Audio guide × 2.*Booklet × 1/);
  });

  it('are not there where nothing is offered', async () => {
    await withSets();
    expect(section()).toBeUndefined();
    expect(total()).toBe('¥2,000');
  });

  it('say how many are left where they are few, end at their limit and show what is sold out', async () => {
    await withSets({ ...guide, remaining: 2, state: 'few' }, { ...book, remaining: 0, state: 'sold_out' });
    const there = within(section() ?? document.body);
    expect(there.getByText('2 left')).toBeDefined();
    expect(there.getByText('Sold out')).toBeDefined();
    expect(there.queryByRole('spinbutton', { name: 'Booklet' })).toBeNull();
    await press('Add one Audio guide');
    expect(there.queryByText('Only 2 left')).toBeNull();
    await press('Add one Audio guide');
    expect(there.getByText('Only 2 left')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Add one Audio guide' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('name the limit of one order where that is the tighter one', async () => {
    await withSets({ ...guide, max: 1 });
    await press('Add one Audio guide');
    expect(screen.getByText('Up to 1 per order')).toBeDefined();
  });

  it('that are fewer at another time are named, and the number goes with it', async () => {
    const { answer } = await withSets(guide, book);
    await press('Add one Audio guide');
    await press('Add one Audio guide');
    await press('Add one Booklet');
    await pick(/11:00 – 12:00/);
    // the section stays during the search, so that the layout does not move
    expect(section()).not.toBeUndefined();
    answer(at('checkStock'), slots[1]);
    answer(at('searchSets'), [{ ...guide, remaining: 1, state: 'few' }]);
    const said = within(section() ?? document.body).getAllByRole('status')[0];
    expect(said?.textContent).toContain('Audio guide: only 1 available now');
    expect(said?.textContent).toContain('Booklet is no longer available');
    expect(number()).toBe('1');
    expect(total()).toBe('¥2,600');
    await press('Remove one Audio guide');
    expect(said?.textContent).not.toContain('Audio guide: only');
    expect(total()).toBe('¥2,000');
  });

  it('that cannot be read say so quietly, are asked for again, and stop nobody', async () => {
    const { refuse, answer, asked } = await withTime();
    refuse(at('searchSets'), { code: 'connection_error', unknown: false });
    expect(screen.getByText(/The extras could not be loaded/)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    await press('Try again');
    expect(screen.queryByText(/The extras could not be loaded/)).toBeNull();
    answer(at('searchSets'), [guide]);
    expect(section()).not.toBeUndefined();
    await press('Continue');
    expect(asked(at('placeOrder'))).toMatchObject({ choice: { sets: [] } });
  });

  it('sold out meanwhile are told with the focus on it, and nothing else is lost', async () => {
    const { refuse, answer } = await withSets(guide, book);
    await press('Add one Booklet');
    await press('Add one Audio guide');
    await press('Continue');
    refuse(at('placeOrder'), { code: 'seat_reserve_error', fields: ['set_products/1/id'] });
    const [alert, ...others] = screen.getAllByRole('alert');
    expect(others).toEqual([]);
    expect(alert?.textContent).toContain('There are not enough of “Audio guide” left.');
    expect(document.activeElement).toBe(alert);
    answer(at('searchSets'), [{ ...guide, remaining: 0, state: 'sold_out' }, book]);
    expect(alert?.textContent).toBe('Audio guide is no longer available, so we removed it from your selection.');
    expect(total()).toBe('¥3,200');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /10:00 – 11:00/ }).checked).toBe(true);
  });
});
