import { describe, expect, it } from 'vitest';
import { addDays, addMonths, clock, longDay, monthOf, venueDay, weekdayNames } from './dates.ts';

describe('dates are in the time zone of the venue', () => {
  it('converts a moment to the day at the venue', () => {
    expect([venueDay('2026-11-21T14:59:59Z'), venueDay('2026-11-21T15:00:00Z')]).toEqual(['2026-11-21', '2026-11-22']);
  });

  it('adds days and months across month and year boundaries', () => {
    expect([addDays('2026-12-31', 1), addDays('2028-03-01', -1)]).toEqual(['2027-01-01', '2028-02-29']);
    expect([addMonths('2026-12-15', 1), addMonths('2026-01-31', -1)]).toEqual(['2027-01-01', '2025-12-01']);
    expect(monthOf('2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  });

  it('formats dates in the visitor’s language', () => {
    expect(longDay('2026-11-22', 'ja')).toBe('2026年11月22日（日）');
    expect(longDay('2026-11-22', 'en')).toBe('Sunday 22 November 2026');
    expect(longDay('2026-11-22', 'ko')).toBe('2026년 11월 22일 일요일');
    expect(clock('2026-11-22T10:00:00+09:00')).toBe('10:00');
    expect(weekdayNames('en').map(({ short }) => short)).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
  });
});
