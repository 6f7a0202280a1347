import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue, days, slots, timespan, today } from '#test/paths/sample-shop.ts';
import { heldShop } from '#test/screens/held-shop.tsx';
import { OrderScreen } from './order-screen.tsx';

const at = (id: string) => `app/purchase/order/${id}`;
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

/** Submits a complete choice. */
const sent = async (bot_check = true) => {
  const held = heldShop({ catalogue: { configurations: { ...catalogue.configurations, bot_check } } });
  held.show(OrderScreen);
  await userEvent.click(screen.getByRole('radio', { name: /Museum/ }));
  held.answer(at('search'), { days: days('2026-12-01'), slots: null });
  await press(/Tuesday 1 December 2026, Available/);
  held.answer(at('search'), { days: null, slots });
  await userEvent.click(screen.getByRole('radio', { name: /10:00/ }));
  held.answer(at('checkStock'), timespan);
  await press('Add one Adult');
  await press('Continue');
  const key = () => Reflect.get(Object(held.asked(at('placeOrder'))), 'key');
  return { ...held, key };
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: today });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a shop that checks orders against robots', () => {
  it('says so at the order; another one does not', async () => {
    const { unmount } = heldShop().show(OrderScreen);
    expect(screen.queryByText(/reCAPTCHA/)).toBeNull();
    unmount();
    await sent();
    expect(screen.getByText('This site is protected by reCAPTCHA.')).toBeDefined();
  });

  it('offers another try, by another key, when the check was not passed', async () => {
    const { refuse, key, waiting } = await sent();
    const first = key();
    refuse(at('placeOrder'), { code: 'bot_check_failed' });
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('museum@example.jp');
    expect(document.activeElement).toBe(alert);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(waiting()).not.toContain(at('placeOrder'));
    await press('Try again');
    expect(waiting()).toContain(at('placeOrder'));
    expect(key()).not.toBe(first);
    expect(screen.getByRole('button', { name: 'Try again' }).getAttribute('aria-busy')).toBe('true');
  });

  it('asks by the same key again when its script was blocked: an earlier try may have come through', async () => {
    const { refuse, key } = await sent();
    const first = key();
    refuse(at('placeOrder'), { code: 'bot_check_blocked', unknown: true });
    expect(screen.getByRole('alert').textContent).toMatch(/could not be loaded.*content blocker.*museum@example\.jp/);
    expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Adult' }).value).toBe('1');
    await press('Try again');
    expect(key()).toBe(first);
  });
});
