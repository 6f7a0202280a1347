import { addDays, weekdayOf } from '#src/domain/dates.ts';
import { dayOf, isFirst, isWeekend, type Span } from './demo-days.ts';

/** A deterministic pseudo-random number from 0 to below 1 for the given names (FNV-1a, mixed). */
const chance = (...names: (string | number)[]): number => {
  let hash = 0x811c9dc5;
  for (const char of names.join('|')) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
};

type Mood = 'quiet' | 'few' | 'full';

/** Each week has a sold-out and a nearly sold-out day; the seed determines which. */
const moodOf = (seed: number, key: string, day: string): Mood => {
  const sunday = addDays(day, -weekdayOf(day));
  const full = Math.floor(chance(seed, key, sunday, 'full') * 7);
  const few = (full + 1 + Math.floor(chance(seed, key, sunday, 'few') * 6)) % 7;
  if (weekdayOf(day) === full) return 'full';
  return weekdayOf(day) === few ? 'few' : 'quiet';
};

/** Seats sold in that mood; `roll`: a random number from 0 to below 1. The shares are invented, for a calendar with every state. */
const soldOf = (mood: Mood, capacity: number, roll: number, busy: boolean): number => {
  if (mood === 'full') return capacity;
  if (mood === 'few') return roll < 0.6 ? capacity : capacity - 1 - Math.floor(roll * 5);
  if (busy && roll > 0.92) return capacity;
  if (busy && roll > 0.84) return capacity - 3;
  return Math.floor(capacity * roll * (busy ? 0.85 : 0.6));
};

/**
 * Seats of a timespan that were sold before the demo opened: the same for the same seed. `first`: the demo's first day. The timespan
 * of a whole season is the only one whose id has no day, and 1200 of its seats are sold.
 */
export const soldBefore = (span: Span, seed: number, first: string): number => {
  const [, key] = /^(.*)-\d{8}-\d{4}$/.exec(span.id) ?? [];
  if (key === undefined) return 1200;
  const day = dayOf(span);
  const quiet = isFirst(day, first);
  const minutes = Number(span.reservation_from.slice(11, 13)) * 60 + Number(span.reservation_from.slice(14, 16));
  const busy = !quiet && isWeekend(day) && minutes >= 13 * 60 && minutes < 17 * 60;
  const mood = quiet ? 'quiet' : moodOf(seed, key, day);
  return soldOf(mood, span.capacity, chance(seed, key, day, minutes), busy);
};
