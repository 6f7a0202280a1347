import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { catalogue, slots, timespan, today } from '#test/paths/sample-shop.ts';
import { at, click, pick, withSlots } from '#test/screens/order-page.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { OrderScreen } from './order-screen.tsx';

/** Submits a complete choice. */
const sent = async (bot_check = true) => {
  const simulated = simulateShop({ catalogue: { configurations: { ...catalogue.configurations, bot_check } } });
  simulated.show(OrderScreen);
  await withSlots(slots, simulated);
  await click('Add one Adult');
  await pick(/10:00/);
  simulated.answer(at('checkStock'), timespan);
  await click(/^Continue/);
  const key = () => Reflect.get(Object(simulated.input(at('placeOrder'))), 'key');
  return { ...simulated, key };
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: today }));

it('a shop with bot check offers a retry with a new key when the check failed', async () => {
  const { refuse, key, waiting } = await sent();
  const first = key();
  refuse(at('placeOrder'), { code: 'bot_check_failed' });
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('museum@example.jp');
  expect(document.activeElement).toBe(alert);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(waiting()).not.toContain(at('placeOrder'));
  await click('Try again');
  expect(waiting()).toContain(at('placeOrder'));
  expect(key()).not.toBe(first);
  expect(screen.getByRole('button', { name: 'Try again' }).getAttribute('aria-busy')).toBe('true');
});
