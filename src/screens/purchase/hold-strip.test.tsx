import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { orderReply } from '#test/paths/answers.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { HoldStrip } from './hold-strip.tsx';
import type { Clock } from './time-left.ts';

/** A controlled clock. */
const handClock = (from: number) => {
  let now = from;
  const ticks = new Set<() => void>();
  const clock: Clock = {
    now: () => now,
    tick: (onTick) => {
      ticks.add(onTick);
      return () => ticks.delete(onTick);
    },
  };
  const pass = (seconds: number) =>
    act(() => {
      now += seconds * 1000;
      for (const tick of ticks) tick();
    });
  return { clock, pass };
};

const shop = () => {
  const simulated = simulateShop();
  simulated.toSignIn();
  const { clock, pass } = handClock(Date.now());
  simulated.show(() => <HoldStrip clock={clock} />);
  const stripText = () => screen.getByRole('region', { name: 'Tickets kept for you' }).querySelector('p')?.textContent;
  return { ...simulated, pass, stripText };
};

describe('HoldStrip', () => {
  it('counts whole minutes, then seconds', () => {
    const { pass, stripText } = shop();
    pass(59);
    expect(stripText()).toBe('We are keeping your tickets for 14 more minutes');
    pass(12 * 60);
    expect(stripText()).toBe('We are keeping your tickets for 2 more minutes');
    pass(2);
    expect(stripText()).toBe('We are keeping your tickets for 1:59');
    pass(120);
    expect(stripText()).toBe('Checking whether your tickets are still available…');
  });

  it('announces the time at ten, five and one minutes only', () => {
    const { pass } = shop();
    const announcements: (string | null)[] = [];
    for (let second = 0; second < 900; second += 1) {
      pass(1);
      const announcement = screen.getByRole('status').textContent;
      if (announcement !== announcements.at(-1)) announcements.push(announcement);
    }
    const textFor = (minutes: string) => `We are keeping your tickets for ${minutes}`;
    expect(announcements).toEqual([
      '',
      textFor('10 more minutes'),
      textFor('5 more minutes'),
      textFor('1 more minute'),
    ]);
  });

  it('is silent when the page is seen again, unless another tab took more time', () => {
    const { answer, pass, purchase } = shop();
    const spoken = () => screen.getByRole('status').textContent;
    const hold = purchase?.getSnapshot().children.hold;
    const end = hold?.getSnapshot().context.expiresAt ?? 0;
    const look = (end: number, seconds_left: number) => {
      act(() => hold?.send({ type: 'page.returned' }));
      answer('lookAtOrder', { ...orderReply({ seconds_left }).output, at: end - seconds_left * 1000 });
    };
    pass(60);
    // The server's seconds are floored, and its replies take differently long.
    for (const shift of [-900, 700, -1_500, 12_000]) look(end + shift, 839);
    expect(spoken()).toBe('');
    look(end + 60_000, 899);
    expect(spoken()).toBe('We are keeping your tickets for 15 more minutes');
  });

  it('extends the hold as often as the server allows', () => {
    const { answer, input, pass, stripText } = shop();
    pass(14 * 60);
    fireEvent.click(screen.getByRole('button', { name: 'More time' }));
    expect(input('extendHold')).toMatchObject({ token: 'order-1' });
    expect(screen.getByRole('button', { name: 'More time' }).getAttribute('aria-busy')).toBe('true');
    const { order } = orderReply({ extensions_left: 0 }).output;
    answer('extendHold', { order, at: Date.now() + 14 * 60_000 });
    expect(stripText()).toMatch(/1[45] more minutes/);
    expect(screen.getByRole('status').textContent, 'and says so').toMatch(/1[45] more minutes/);
    expect(screen.queryByRole('button', { name: 'More time' })).toBeNull();
  });

  it('says the last admission where the hold ends with it', () => {
    const { answer, stripText } = shop();
    fireEvent.click(screen.getByRole('button', { name: 'More time' }));
    const { order } = orderReply({ extensions_left: 0, last_admission: '2026-12-01T18:15:00+09:00' }).output;
    answer('extendHold', { order, at: Date.now() });
    expect(stripText()).toMatch(/1[45] more minutes Last entry for these tickets is at 18:15\./);
  });
});
