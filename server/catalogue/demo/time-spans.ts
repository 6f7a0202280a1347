import { addDays } from '#src/domain/dates.ts';
import type { SeedProduct } from './types.ts';

/** A row of `time_spans`; times have the venue's offset. */
export type SpanRow = {
  id: string;
  product_uuid: string;
  day: string;
  reservation_from: string;
  reservation_to: string;
  sale_from: string;
  sale_to: string;
  capacity: number;
  sold: number;
  surcharge: number;
};

/** A deterministic pseudo-random number from 0 to below 1 for the given names (FNV-1a, mixed). */
const chance = (...names: (string | number)[]): number => {
  let hash = 0x811c9dc5;
  for (const char of names.join('|')) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
};

const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();
const at = (day: string, minutes: number): string => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00+09:00`;
};

/** Second and fourth Tuesday of a month. */
const isClosed = (day: string): boolean => {
  const date = Number(day.slice(8));
  return weekday(day) === 2 && [2, 4].includes(Math.ceil(date / 7));
};

type Mood = 'quiet' | 'few' | 'full';

/** One sold-out and one nearly sold-out day in each week; the seed determines which. */
const moodOf = (seed: number, key: string, day: string): Mood => {
  const sunday = addDays(day, -weekday(day));
  const full = Math.floor(chance(seed, key, sunday, 'full') * 7);
  const few = (full + 1 + Math.floor(chance(seed, key, sunday, 'few') * 6)) % 7;
  return weekday(day) === full ? 'full' : weekday(day) === few ? 'few' : 'quiet';
};

/** Seats sold before the shop opened. */
const soldOf = (mood: Mood, capacity: number, roll: number, busy: boolean): number => {
  if (mood === 'full') return capacity;
  if (mood === 'few') return roll < 0.6 ? capacity : capacity - 1 - Math.floor(roll * 5);
  if (busy && roll > 0.92) return capacity;
  if (busy && roll > 0.84) return capacity - 3;
  return Math.floor(capacity * roll * (busy ? 0.85 : 0.6));
};

const slots = ({ sale_type, opens, closes, every = 30 }: SeedProduct): { from: number; to: number }[] =>
  sale_type === 'time'
    ? Array.from({ length: (closes - opens) / every }, (_, index) => {
        const from = opens + index * every;
        return { from, to: from + every };
      })
    : [{ from: opens, to: closes }];

/**
 * The slots of a product for `days` days, deterministic by `seed`. The first three days are always open and quiet, so that a
 * fresh shop has seats on sale tomorrow.
 */
export const spansOf = (product: SeedProduct, from: string, days: number, seed: number): SpanRow[] => {
  const { uuid: product_uuid, key, capacity } = product;
  const sale_from = at(addDays(from, -30), 0);
  if (product.sale_type === 'period') {
    const reservation_to = at(addDays(from, days - 1), product.closes);
    const reservation_from = at(from, product.opens);
    const span = { day: from, reservation_from, reservation_to, sale_from, sale_to: reservation_to };
    return [{ id: `${key}-season`, product_uuid, ...span, capacity, sold: 1200, surcharge: 0 }];
  }
  return Array.from({ length: days }, (_, index) => ({ day: addDays(from, index), first: index < 3 }))
    .filter(({ day, first }) => first || !isClosed(day))
    .flatMap(({ day, first }) => {
      const weekend = weekday(day) === 0 || weekday(day) === 6;
      const mood = first ? 'quiet' : moodOf(seed, key, day);
      return slots(product).map((slot) => {
        const roll = chance(seed, key, day, slot.from);
        const busy = !first && weekend && slot.from >= 13 * 60 && slot.from < 17 * 60;
        return {
          id: `${key}-${day.replaceAll('-', '')}-${at(day, slot.from).slice(11, 16).replace(':', '')}`,
          product_uuid,
          day,
          reservation_from: at(day, slot.from),
          reservation_to: at(day, slot.to),
          sale_from,
          sale_to: at(day, slot.to),
          capacity,
          sold: soldOf(mood, capacity, roll, busy),
          surcharge: weekend ? product.weekend : 0,
        };
      });
    });
};
