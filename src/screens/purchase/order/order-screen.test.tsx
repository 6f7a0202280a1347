import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { catalogue, days, slots, timespan, today } from '#test/paths/sample-shop.ts';
import {
  at,
  click,
  family,
  garden,
  morning,
  noon,
  pick,
  shop,
  soldOutSlot,
  total,
  withSlots,
} from '#test/screens/order-page.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { OrderScreen } from './order-screen.tsx';

const peak = { ...noon, surcharge: 300 };

/** Product and day are chosen and the day's slots are loaded. */
const withTimes = () => withSlots([morning, peak, soldOutSlot]);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: today }));

it('guides from product to day, time and quantity, and shows the total that the server will charge', async () => {
  const { input, answer } = await withTimes();
  // no ticket is preselected, so the lowest price is shown instead of a total
  expect(total()).toBe('From ¥1,000');
  await click('Add one Adult');
  await click('Add one Adult');
  await click('Add one Child');
  expect(total()).toBe('¥5,000');
  await pick(/12:00 – 12:30/);
  answer(at('checkStock'), peak);
  // prices and total include the surcharge of a time that is chosen afterwards
  expect(screen.getByText('¥2,300')).toBeDefined();
  expect(total()).toBe('¥5,900');
  await click(/^Continue/);
  expect(input(at('placeOrder'))).toMatchObject({
    choice: {
      product: { uuid: 'p1' },
      timespan: { id: 't2' },
      lines: [
        { id: 'adult', count: 2 },
        { id: 'child', count: 1 },
      ],
    },
  });
  expect(screen.getByRole('button', { name: /^Continue/ }).getAttribute('aria-busy')).toBe('true');
});

it.each([
  ['percent of everything', { kind: 'percent', amount: 10, scopes: [] }, '¥1,800', '¥3,600'],
  [
    'yen, at most the lines that it is for',
    { kind: 'fixed', amount: 500, scopes: [{ product_uuid: 'p1', option_id: 'adult' }] },
    '¥1,500',
    '¥3,500',
  ],
  ['of a server that sends no rule', undefined, '¥1,800', '¥3,800'],
] as const)('counts the coupon of the order that is changed: %s', async (_name, rule, one, two) => {
  const simulated = simulateShop({ catalogue: { products: [family, garden] } });
  simulated.toPayment({
    price: 1800,
    coupon: {
      coupon_code: 'C',
      coupon_name: 'First visit',
      coupon_discount: 200,
      ...(rule && { rule: { ...rule, scopes: [...rule.scopes] } }),
    },
  });
  simulated.go('order');
  simulated.show(OrderScreen);
  simulated.answer(at('search'), { days: days('2026-12-01'), slots: [timespan] });
  expect(total()).toBe(one);
  await click('Add one Adult');
  expect(total()).toBe(two);
  expect(screen.getByRole('button', { name: `Continue · ${two}` })).toBeDefined();
  expect(document.querySelector('.label')?.textContent).toContain('First visit');
});

it('counts the surcharge of a day as soon as it is chosen: the least of its free times', async () => {
  const { answer } = shop();
  await pick(/Museum/);
  answer(at('search'), { days: [{ date: '2026-12-01', state: 'plenty', price_from: 2300 }], slots: null });
  await click('Add one Adult');
  expect(total()).toBe('¥2,000');
  await click(/Tuesday 1 December 2026, Available/);
  expect(total()).toBe('¥2,300');
  answer(at('search'), {
    days: null,
    slots: [{ ...morning, surcharge: 500 }, peak, { ...soldOutSlot, surcharge: 0 }],
  });
  expect(total()).toBe('¥2,300');
  await pick(/10:00 – 11:00/);
  answer(at('checkStock'), { ...morning, surcharge: 500 });
  expect(total()).toBe('¥2,500');
});

it('asks for the ticket that another one needs, by name, and sends no order without it', async () => {
  const { waiting, answer } = await withSlots([peak], shop({ needs: ['adult'] }));
  await click('Add one Child');
  await pick(/12:00 – 12:30/);
  answer(at('checkStock'), peak);
  await click('Add Adult to go with Child');
  expect(waiting()).not.toContain(at('placeOrder'));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add one Adult' }));
  await click('Add one Adult');
  await click(/^Continue/);
  expect(waiting()).toContain(at('placeOrder'));
});

it('names the slot that sold out and offers the nearest available ones', async () => {
  const { refuse, answer, input } = await withTimes();
  await click('Add one Adult');
  await pick(/12:00 – 12:30/);
  answer(at('checkStock'), peak);
  await click(/^Continue/);
  refuse(at('placeOrder'), { code: 'seat_reserve_error' });
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('Tuesday 1 December 2026, 12:00 – 12:30 has just sold out.');
  expect(document.activeElement).toBe(alert);
  answer(at('search'), { days: null, slots: [morning, { ...peak, state: 'sold_out', remaining: 0 }, soldOutSlot] });
  await userEvent.click(within(alert).getByRole('button', { name: '10:00 – 11:00' }));
  expect(input(at('checkStock'))).toMatchObject({ timespan: { id: 't1' } });
  expect(screen.queryByRole('alert')).toBeNull();
  // the count stays
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Adult' }).value).toBe('1');
});

it('stops a count at the tightest limit and explains it', async () => {
  const { answer } = await withTimes();
  await click('Add one Child');
  await click('Add one Child');
  const more = screen.getByRole('button', { name: 'Add one Child' });
  expect(more.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('Up to 2')).toBeDefined();
  await pick(/10:00 – 11:00/);
  answer(at('checkStock'), { ...timespan, state: 'few', remaining: 3 });
  await click('Add one Adult');
  expect(screen.getAllByText('Only 3 left')).toHaveLength(1);
  await act(async () => userEvent.click(screen.getByRole('button', { name: 'Add one Adult' })));
  expect(total()).toBe('¥4,000');
});

it('offers, after a bot check that failed, to send the order again with a new key', async () => {
  const configurations = { ...catalogue.configurations, bot_check: true };
  const simulated = simulateShop({ catalogue: { configurations } });
  simulated.show(OrderScreen);
  await withSlots(slots, simulated);
  await click('Add one Adult');
  await pick(/10:00/);
  simulated.answer(at('checkStock'), timespan);
  await click(/^Continue/);
  const key = () => Object(simulated.input(at('placeOrder'))).key;
  const first = key();
  simulated.refuse(at('placeOrder'), { code: 'bot_check_failed' });
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('museum@example.jp');
  expect(document.activeElement).toBe(alert);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(simulated.waiting()).not.toContain(at('placeOrder'));
  await click('Try again');
  expect(simulated.waiting()).toContain(at('placeOrder'));
  expect(key()).not.toBe(first);
  expect(screen.getByRole('button', { name: 'Try again' }).getAttribute('aria-busy')).toBe('true');
});
