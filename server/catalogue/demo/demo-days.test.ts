import { describe, expect, it } from 'vitest';
import { addDays } from '#src/domain/dates.ts';
import { stockState } from '#src/domain/product.ts';
import { demoCatalogue } from './catalogues.ts';
import { dayOf, demoOn, type Span } from './demo-days.ts';
import { soldBefore } from './sold.ts';

const from = '2026-11-21';
const file = demoCatalogue('borderless');
if (!file) throw new Error('The demo has no such site.');

type SpanRow = Span & { day: string; sold: number };
const productsOn = (today: string, seed: number, first = today): SpanRow[][] =>
  demoOn(file, { today, first }).products.map(({ time_spans }) =>
    time_spans.map((span) => ({ ...span, day: dayOf(span), sold: soldBefore(span, seed, first) })),
  );
const [timed = [], dated = [], season = []] = productsOn(from, 1);
const byDay = (rows: SpanRow[]) => new Map(rows.map(({ day }) => [day, rows.filter((row) => row.day === day)]));
const remaining = (rows: SpanRow[]) => rows.reduce((sum, { capacity, sold }) => sum + capacity - sold, 0);
const room = (rows: SpanRow[]) => rows.reduce((sum, { capacity }) => sum + capacity, 0);

describe('the slots of the seed', () => {
  const rows = timed;
  const days = byDay(rows);

  it('are the same for the same day and number, and differ for another number', () => {
    expect(productsOn(from, 1)[0]).toEqual(rows);
    expect(productsOn(from, 2)[0]).not.toEqual(rows);
  });

  it('of one day are the same when a demo is continued on a later day', () => {
    const later = byDay(productsOn(addDays(from, 30), 1, from)[0] ?? []);
    expect([...later.keys()].at(0)).toBe(addDays(from, 29));
    for (const [day, spans] of days) if (later.has(day)) expect(later.get(day)).toEqual(spans);
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
    expect(byDay(dated).get(from)).toHaveLength(1);
    expect(season).toMatchObject([{ id: 'walk-season', reservation_to: '2027-02-18T20:00:00+09:00' }]);
  });
});
