import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue, days, today } from '#test/paths/sample-shop.ts';
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
  withSlots,
} from '#test/screens/order-page.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { OrderScreen } from './order-screen.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: today }));

describe('choosing tickets', () => {
  it('names the next step on its button, and leads there instead of reporting an error', async () => {
    const { answer } = shop();
    const expectStep = async (name: string, focused: HTMLElement) => {
      await click(name);
      expect(document.activeElement).toBe(focused);
      expect(screen.queryByRole('alert')).toBeNull();
    };
    await expectStep('Choose a ticket', screen.getByRole('radio', { name: /Museum/ }));
    await pick(/Museum/);
    answer(at('search'), { days: days('2026-12-01'), slots: null });
    await expectStep('Choose how many', screen.getByRole('button', { name: 'Add one Adult' }));
    await click('Add one Adult');
    const day = screen.getByRole('button', { name: /Tuesday 1 December 2026, Available/ });
    await expectStep('Choose a day', day);
    await userEvent.click(day);
    answer(at('search'), { days: null, slots: [soldOutSlot, morning] });
    await expectStep('Choose a time', screen.getByRole('radio', { name: /10:00 – 11:00/ }));
    await pick(/10:00 – 11:00/);
    answer(at('checkStock'), morning);
    expect(screen.getByRole('button', { name: 'Continue · ¥2,000' })).toBeDefined();
  });

  it.each(['2019-03-01', '2034-03-01'])('counts by the server’s day, not by a clock that says %s', async (clock) => {
    vi.setSystemTime(clock);
    const configurations = { ...catalogue.configurations, today: '2026-12-01' };
    const simulated = simulateShop({ catalogue: { configurations, products: [family] } });
    simulated.show(OrderScreen);
    await pick(/Museum/);
    expect(simulated.input(at('search'))).toMatchObject({ month: '2026-12-01' });
    simulated.answer(at('search'), { days: days('2026-12-01'), slots: null });
    expect(screen.getByRole('button', { name: /Tuesday 1 December 2026, Available/ })).toBeDefined();
  });

  it('greys a time without room for all who come, with the reason, until fewer do', async () => {
    const few = { ...noon, state: 'few', remaining: 1 };
    const { input } = await withSlots([morning, few]);
    await click('Add one Adult');
    await click('Add one Adult');
    const time = screen.getByRole<HTMLInputElement>('radio', { name: /12:00 – 12:30 Only 1 left/ });
    expect(time.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(time);
    expect(time.checked).toBe(false);
    await click('Remove one Adult');
    await pick(/12:00 – 12:30 1 left/);
    expect(input(at('checkStock'))).toMatchObject({ timespan: { id: 't2' } });
  });

  it('offers the earliest free time, of whatever day, as one of the times, where it stays', async () => {
    const { input, answer } = shop();
    await pick(/Museum/);
    const next = { ...noon, id: 't9', reservation_from: '2026-12-03T12:00:00+09:00' };
    answer(at('search'), { days: days('2026-12-01'), slots: null, next });
    await pick(/^12:00 – 12:30 Earliest · Thu 3 Dec/);
    answer(at('checkStock'), next);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Earliest/ }).checked).toBe(true);
    expect(input(at('search'))).toMatchObject({ day: '2026-12-03' });
    const evening = { ...noon, id: 't10', reservation_from: '2026-12-03T18:00:00+09:00' };
    answer(at('search'), { days: days('2026-12-01'), slots: [next, evening] });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /12:00.*Earliest/ }).checked).toBe(true);
  });

  it('says of a time whose last admission has passed meanwhile that it is closed', async () => {
    const { answer } = shop();
    await pick(/Museum/);
    answer(at('search'), { days: days('2026-12-01'), slots: null, next: noon });
    await pick(/Earliest/);
    answer(at('checkStock'), { ...noon, state: 'closed', remaining: 0 });
    answer(at('search'), { days: days('2026-12-01'), slots: [{ ...noon, state: 'closed', remaining: 0 }] });
    expect(screen.getByRole('alert').textContent).toMatch(/12:00.*is not on sale at the moment/);
  });

  it('counts the times that were looked for aloud, once they are there', async () => {
    const few = { ...noon, id: 't4', state: 'few', remaining: 2 };
    await withSlots([morning, few, soldOutSlot]);
    const spoken = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(spoken).toContain('2 times, 1 with few tickets left');
  });

  it('shows times by the part of the day, their state only when few or none are left, and none whose sale is over', async () => {
    const over = { ...noon, id: 't0', reservation_from: '2026-12-01T09:00:00+09:00', state: 'closed', remaining: 0 };
    const few = { ...noon, id: 't4', reservation_from: '2026-12-01T18:00:00+09:00', state: 'few', remaining: 2 };
    await withSlots([over, morning, noon, few]);
    const times = screen.getByRole('group', { name: /Times on|Entry times/ });
    expect(within(times).getAllByText(/Morning|Afternoon|Evening/)).toHaveLength(3);
    const states = within(times)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.querySelector('.stock')?.textContent ?? '');
    expect(states).toEqual(['', '', '2 left']);
  });

  describe('a day that is chosen first', () => {
    const arrivalDays = [
      { date: '2026-12-01', state: 'plenty', price_from: 2300 },
      { date: '2026-12-02', state: 'closed', price_from: 0 },
      { date: '2027-02-01', state: 'few', price_from: 2000 },
    ] as const;
    const arrive = () => {
      const arrival = { as_of: '2026-12-01T00:30:00Z', days: [...arrivalDays] };
      const configurations = { ...catalogue.configurations, arrival };
      const simulated = simulateShop({ catalogue: { configurations, products: [family, garden] } });
      simulated.show(OrderScreen);
      return simulated;
    };
    const first = /^Tuesday 1 December 2026.*Available.*¥2,300/;

    it('is read again, and a ticket without seats on it is greyed with the reason', async () => {
      const { answer, input, waiting } = arrive();
      await pick(/Wednesday 2 December 2026.*Not on sale/);
      expect(waiting()).not.toContain(at('search'));
      await pick(first);
      expect(input(at('search'))).toMatchObject({ product_uuid: '', day: '2026-12-01', month: null });
      const products = [
        { product_uuid: 'p1', state: 'sold_out' },
        { product_uuid: 'p2', state: 'few' },
      ];
      answer(at('search'), { days: null, slots: [], products });
      await pick(/Museum/);
      expect(waiting()).not.toContain(at('search'));
      const card = screen.getByRole('radio', { name: /Museum/ }).closest('.card');
      expect(card?.textContent).toContain('Tuesday 1 December 2026, Sold out');
    });

    it('stays chosen with the ticket, whose times of it are shown', async () => {
      const { answer, input } = arrive();
      await pick(first);
      answer(at('search'), { days: null, slots: [], products: [] });
      await pick(/Museum/);
      expect(input(at('search'))).toMatchObject({ product_uuid: 'p1', day: '2026-12-01', month: '2026-12-01' });
      answer(at('search'), { days: days('2026-12-01'), slots: [morning, noon] });
      expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Tuesday 1 December 2026/ }).checked).toBe(true);
      await click('Choose how many');
      await click('Add one Adult');
      await click('Choose a time');
      expect(document.activeElement).toBe(screen.getByRole('radio', { name: /10:00 – 11:00/ }));
    });
  });

  it('groups and searches a long list of tickets; the chosen one stays', async () => {
    const talks = Array.from({ length: 39 }, (_, index) => ({
      ...garden,
      uuid: `t${index}`,
      product_name: `Talk ${index}`,
    }));
    simulateShop({ catalogue: { products: [family, ...talks] } }).show(OrderScreen);
    await pick(/Museum/);
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Timed entry',
      'Day ticket',
    ]);
    const change = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Change' });
    await userEvent.click(change);
    await userEvent.type(screen.getByRole('searchbox', { name: /Search tickets/ }), 'ｔａｌｋ 3');
    // the list stays open for what was found
    expect(change.checked).toBe(true);
    const names = screen
      .getAllByRole('radio')
      .map((radio) => radio.closest('.card')?.querySelector('.card-heading')?.textContent);
    expect(names).toEqual(['Museum', 'Talk 3', ...Array.from({ length: 9 }, (_, index) => `Talk ${30 + index}`)]);
    expect(screen.getByText('10 tickets found')).toBeDefined();
  });
});
