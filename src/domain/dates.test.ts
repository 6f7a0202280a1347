import { describe, expect, it } from 'vitest';
import { addDays, monthsName, weeksOf, weeksWith } from './dates.ts';

describe('five weeks', () => {
  it('begin on the Sunday of their first day, across the ends of months and years', () => {
    expect(weeksOf('2026-12-01')).toEqual({ from: '2026-11-29', to: '2027-01-02' });
    expect(weeksOf('2026-11-29')).toEqual({ from: '2026-11-29', to: '2027-01-02' });
  });

  it('stay where they contain a day, and turn by whole pages to one that they do not', () => {
    expect(weeksWith('2027-01-02', '2026-12-01')).toBe('2026-12-01');
    expect(weeksWith('2027-02-20', '2026-12-01')).toBe('2027-02-07');
    expect(weeksWith('2026-11-28', '2026-12-01')).toBe('2026-10-25');
  });

  it.each([
    ['en', 'November – December 2026', 'December 2026 – January 2027'],
    ['ja', '2026年11月 – 12月', '2026年12月 – 2027年1月'],
    ['ko', '2026년 11월 – 12월', '2026년 12월 – 2027년 1월'],
  ])('are named in %s by their months, with each year once', (locale, within, across) => {
    expect(monthsName('2026-11-29', '2026-12-31', locale)).toBe(within);
    expect(monthsName('2026-12-06', '2027-01-09', locale)).toBe(across);
    expect(monthsName('2026-12-06', '2026-12-31', 'en')).toBe('December 2026');
  });
});

it('a day is followed and preceded by days across month and year boundaries', () => {
  expect([addDays('2026-12-31', 1), addDays('2028-03-01', -1)]).toEqual(['2027-01-01', '2028-02-29']);
});
