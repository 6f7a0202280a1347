import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { StockState } from '#src/domain/product.ts';
import { Calendar } from './calendar.tsx';

const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].map((short) => ({ short, long: `${short}day` }));
const states: Record<string, StockState> = { '2026-11-13': 'sold_out', '2026-11-14': 'few' };

type DemoProps = { onPick: (day: string) => void; today?: string; picked?: string | null; busy?: boolean };

function Demo({ onPick, today, picked = '2026-11-12', busy }: DemoProps) {
  const [from, setFrom] = useState('2026-11-01');
  const [selected, setSelected] = useState(picked);
  return (
    <Calendar
      from={from}
      title={from}
      weekdays={names}
      selected={selected}
      today={today}
      busy={busy}
      min={today ?? '2026-11-01'}
      max="2027-01-12"
      monthOf={(day) => `month ${day.slice(5, 7)}`}
      stateOf={(day) => (today && day < today ? 'closed' : (states[day] ?? 'plenty'))}
      nameOf={(day) => `${day} ${states[day] ?? 'plenty'}`}
      detailOf={() => null}
      onPick={(day) => {
        setSelected(day);
        onPick(day);
      }}
      onTurn={setFrom}
      previousLabel="previous"
      nextLabel="next"
      legend={[]}
    />
  );
}

const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key });
  return document.activeElement?.textContent;
};
const start = (onPick = vi.fn()) => {
  render(<Demo onPick={onPick} />);
  screen.getByRole('button', { name: /2026-11-12/ }).focus();
  return onPick;
};

test('a day picked while its month is loading is chosen once, if it proves free', () => {
  const onPick = vi.fn();
  const { rerender } = render(<Demo onPick={onPick} picked={null} busy />);
  fireEvent.click(screen.getByRole('button', { name: /2026-11-18/ }));
  fireEvent.click(screen.getByRole('button', { name: /2026-11-20/ }));
  expect(screen.getByRole('button', { pressed: true }).textContent).toContain('2026-11-20');
  expect(onPick).not.toHaveBeenCalled();
  rerender(<Demo onPick={onPick} picked={null} />);
  rerender(<Demo onPick={onPick} picked={null} />);
  expect(onPick.mock.calls).toEqual([['2026-11-20']]);
});

test('arrows, Home and End move the focus by days and within the week', () => {
  start();
  expect(press('ArrowRight')).toContain('2026-11-13 sold_out');
  expect(press('ArrowDown')).toContain('2026-11-20');
  expect(press('ArrowUp', 'ArrowLeft')).toContain('2026-11-12');
  expect(press('Home')).toContain('2026-11-08');
  expect(press('End')).toContain('2026-11-14 few');
});

test('keys move into the weeks beside and stop at the first and last day', () => {
  start();
  expect(press('PageDown')).toContain('2026-12-17');
  expect(press('PageDown')).toContain('2026-12-17');
  expect(press('PageUp', 'PageUp', 'PageUp')).toContain('2026-11-12');
});

test('of its five weeks leaves out the one that is over, and shows days on both sides of the end of a month', () => {
  render(<Demo onPick={() => undefined} today="2026-11-13" picked={null} />);
  const rows = screen.getAllByRole('row').slice(1);
  // today is the Friday of the second week
  expect(rows.map((row) => row.querySelectorAll('[data-day]').length)).toEqual([2, 7, 7, 7]);
  expect(screen.getByRole('button', { name: /2026-12-01/ }).textContent).toContain('month 12 1');
});

test.each([
  ['the picked day', '2026-11-20', '2026-11-20'],
  ['the first free day, not today, which is sold out', null, '2026-11-14'],
])('the keyboard comes in at %s', (_, picked, expected) => {
  render(<Demo onPick={() => undefined} today="2026-11-13" picked={picked} />);
  const days = screen.getAllByRole('button').filter((button) => button.className === 'day');
  expect(days.filter((day) => day.tabIndex === 0).map((day) => day.dataset.day)).toEqual([expected]);
});

test('a sold-out day can be focused and read, but not selected', () => {
  const onPick = start();
  fireEvent.click(screen.getByRole('button', { name: /2026-11-13 sold_out/ }));
  expect(onPick).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: /2026-11-14 few/ }));
  expect(onPick).toHaveBeenCalledWith('2026-11-14');
  expect(screen.getByRole('gridcell', { selected: true }).textContent).toContain('2026-11-14');
});
