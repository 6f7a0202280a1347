import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { told } from '#test/paths/answers.ts';
import { heldShop } from '#test/screens/held-shop.tsx';
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
  const held = heldShop();
  held.toSignIn();
  const { clock, pass } = handClock(Date.now());
  held.show(() => <HoldStrip clock={clock} />);
  const words = () => screen.getByRole('region', { name: 'Tickets kept for you' }).querySelector('p')?.textContent;
  return { ...held, pass, words };
};

describe('HoldStrip', () => {
  it('counts whole minutes, then seconds', () => {
    const { pass, words } = shop();
    pass(59);
    expect(words()).toBe('We are keeping your tickets for 14 more minutes');
    pass(12 * 60);
    expect(words()).toBe('We are keeping your tickets for 2 more minutes');
    pass(2);
    expect(words()).toBe('We are keeping your tickets for 1:59');
    pass(120);
    expect(words()).toBe('Checking whether your tickets are still available…');
  });

  it('speaks at ten, five and one minutes, and not between', () => {
    const { pass } = shop();
    const heard: (string | null)[] = [];
    for (let second = 0; second < 900; second += 1) {
      pass(1);
      const said = screen.getByRole('status').textContent;
      if (said !== heard.at(-1)) heard.push(said);
    }
    const left = (minutes: string) => `We are keeping your tickets for ${minutes}`;
    expect(heard).toEqual(['', left('10 more minutes'), left('5 more minutes'), left('1 more minute')]);
  });

  it('gives more time as often as the server allows', () => {
    const { answer, asked, pass, words } = shop();
    pass(14 * 60);
    fireEvent.click(screen.getByRole('button', { name: 'More time' }));
    expect(asked('extendHold')).toMatchObject({ token: 'order-1' });
    expect(screen.getByRole('button', { name: 'More time' }).getAttribute('aria-busy')).toBe('true');
    const { order } = told({ extensions_left: 0 }).output;
    answer('extendHold', { order, at: Date.now() + 14 * 60_000 });
    expect(words()).toMatch(/1[45] more minutes/);
    expect(screen.getByRole('status').textContent, 'and says so').toMatch(/1[45] more minutes/);
    expect(screen.queryByRole('button', { name: 'More time' })).toBeNull();
  });

  it.each(['extension_limit', 'ticket_not_on_sale'] as const)(
    'says so when there is no more time to be had (%s), and offers it no longer',
    (code) => {
      const { refuse, words } = shop();
      fireEvent.click(screen.getByRole('button', { name: 'More time' }));
      refuse('extendHold', { code });
      expect(screen.getByRole('alert').textContent).toBe('The time cannot be extended any further.');
      expect(words()).toMatch(/1[45] more minutes/);
      expect(screen.queryByRole('button', { name: 'More time' })).toBeNull();
    },
  );
});
