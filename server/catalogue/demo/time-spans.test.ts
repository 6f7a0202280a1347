import { describe, expect, it } from 'vitest';
import { addDays } from '#src/domain/dates.ts';
import { stockState } from '#src/domain/product.ts';
import { borderless } from './sites/borderless.ts';
import { type SpanRow, spansOf } from './time-spans.ts';

const from = '2026-11-21';
const [timed, dated, season] = borderless.products;
if (!timed || !dated || !season) throw new Error('The seed has three products.');

const byDay = (rows: SpanRow[]) => new Map(rows.map(({ day }) => [day, rows.filter((row) => row.day === day)]));
const remaining = (rows: SpanRow[]) => rows.reduce((sum, { capacity, sold }) => sum + capacity - sold, 0);
const room = (rows: SpanRow[]) => rows.reduce((sum, { capacity }) => sum + capacity, 0);

describe('the slots of the seed', () => {
  const rows = spansOf(timed, from, 90, 1);
  const days = byDay(rows);

  it('are the same for the same day and number, and differ for another number', () => {
    expect(spansOf(timed, from, 90, 1)).toEqual(rows);
    expect(spansOf(timed, from, 90, 2)).not.toEqual(rows);
  });

  it('of one day do not depend on how many days are generated', () => {
    const more = byDay(spansOf(timed, from, 120, 1));
    for (const [day, spans] of days) expect(more.get(day)).toEqual(spans);
  });

  it('cover ninety days without the second and fourth Tuesdays, twenty slots a day', () => {
    expect(days.has('2026-11-24')).toBe(false);
    expect(days.has('2026-12-01')).toBe(true);
    expect(days.has('2026-12-08')).toBe(false);
    expect(days.size).toBe(90 - 6);
    expect([...days.values()].every((spans) => spans.length === 20)).toBe(true);
    expect(days.get(from)?.at(-1)?.reservation_from).toBe('2026-11-21T19:30:00+09:00');
  });

  it('have sold-out and few-left days every week, and free seats in the first three days', () => {
    const states = [...days].map(([day, spans]) => [day, stockState(remaining(spans), room(spans))] as const);
    const weeks = Array.from({ length: 12 }, (_, week) => addDays(from, 8 + week * 7));
    for (const start of weeks.slice(0, -1)) {
      const week = states.filter(([day]) => day >= start && day < addDays(start, 14)).map(([, state]) => state);
      expect(week).toContain('sold_out');
      expect(week).toContain('few');
    }
    expect(states.slice(0, 3).map(([, state]) => state)).toEqual(['plenty', 'plenty', 'plenty']);
  });

  it('cost more on Saturdays and Sundays, and never sell more than their capacity', () => {
    expect(new Set(days.get('2026-11-28')?.map(({ surcharge }) => surcharge))).toEqual(new Set([300]));
    expect(new Set(days.get('2026-11-30')?.map(({ surcharge }) => surcharge))).toEqual(new Set([0]));
    expect(rows.every(({ sold, capacity }) => sold >= 0 && sold <= capacity)).toBe(true);
  });

  it('of a dated product are one a day, of a period product one in all', () => {
    expect(byDay(spansOf(dated, from, 90, 1)).get(from)).toHaveLength(1);
    expect(spansOf(season, from, 90, 1)).toMatchObject([
      { id: 'walk-season', reservation_to: '2027-02-18T20:00:00+09:00' },
    ]);
  });
});
