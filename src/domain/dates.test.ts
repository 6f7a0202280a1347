import { describe, expect, it } from 'vitest';
import { addDays, addMonths, monthOf } from './dates.ts';

describe('a day', () => {
  it('is followed and preceded by days and months across month and year boundaries', () => {
    expect([addDays('2026-12-31', 1), addDays('2028-03-01', -1)]).toEqual(['2027-01-01', '2028-02-29']);
    expect([addMonths('2026-12-15', 1), addMonths('2026-01-31', -1)]).toEqual(['2027-01-01', '2025-12-01']);
    expect(monthOf('2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  });
});
