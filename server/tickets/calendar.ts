import { addDays, venueDay, venueZone } from '#src/domain/dates.ts';
import { toLines } from '#src/domain/plain-text.ts';
import type { SaleType } from '#src/domain/product.ts';

/** A visit for a calendar file. */
export type CalendarEvent = {
  /** The same for every date the ticket is moved to. */
  uid: string;
  /** How often it was moved; a calendar keeps the highest. */
  sequence: number;
  /** When the file is made: of two with one sequence, a calendar keeps the later. */
  stamp: Date;
  from: Date;
  to: Date;
  sale_type: SaleType;
  summary: string;
  location: string;
  description: string;
};

/** Japan has had no summer time since 1951. */
const zone = [
  'BEGIN:VTIMEZONE',
  `TZID:${venueZone}`,
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0900',
  'TZOFFSETTO:+0900',
  'TZNAME:JST',
  'END:STANDARD',
  'END:VTIMEZONE',
];

/** Calendars show a text as it is, so control characters are left out. */
const escaped = (text: string): string =>
  toLines(text)
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n');

/** `20261201T100000`: local time of the venue, nine hours ahead of UTC. */
const local = (at: Date): string =>
  new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
const utc = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
const day = (date: string): string => date.replaceAll('-', '');

/** Folds a content line at 75 bytes, never inside a character (RFC 5545, 3.1). */
const folded = (line: string): string => {
  let size = 0;
  let text = '';
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (size + bytes > 75) {
      text += '\r\n ';
      size = 1;
    }
    text += character;
    size += bytes;
  }
  return text;
};

/** A period covers whole days; other visits have times in the venue's zone. */
const times = ({ sale_type, from, to }: CalendarEvent): string[] =>
  sale_type === 'period'
    ? [
        `DTSTART;VALUE=DATE:${day(venueDay(from.getTime()))}`,
        /* DTEND is exclusive; a period that ends at midnight ended the day before. */
        `DTEND;VALUE=DATE:${day(addDays(venueDay(to.getTime() - 1), 1))}`,
        'TRANSP:TRANSPARENT',
      ]
    : [`DTSTART;TZID=${venueZone}:${local(from)}`, `DTEND;TZID=${venueZone}:${local(to)}`];

/** The iCalendar file of a visit (RFC 5545). */
export const calendarOf = (event: CalendarEvent): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Ticket store//Ticket//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...zone,
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${utc(event.stamp)}`,
    `SEQUENCE:${event.sequence}`,
    ...times(event),
    `SUMMARY:${escaped(event.summary)}`,
    `LOCATION:${escaped(event.location)}`,
    ...(event.description ? [`DESCRIPTION:${escaped(event.description)}`] : []),
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');
