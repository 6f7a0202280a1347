import ICAL from 'ical.js';
import { sync, type VEvent } from 'node-ical';

/** A visit as a calendar program took it from a file; moments as ISO 8601, whole days as dates. */
export type Visit = {
  uid: string;
  sequence: number;
  from: string;
  to: string;
  summary: string;
  location: string;
  description: string;
};

const iso = (at: Date): string => at.toISOString();

/** As a calendar that follows RFC 5545 to the letter reads it: with the time zone the file itself brings. */
const readStrictly = (text: string): Visit => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const [component, ...others] = calendar.getAllSubcomponents('vevent');
  if (!component || others.length > 0) throw new Error('Not one visit.');
  const { uid, sequence, startDate, endDate, summary, location, description } = new ICAL.Event(component);
  const told = (time: InstanceType<typeof ICAL.Time>) => (time.isDate ? time.toString() : iso(time.toJSDate()));
  return { uid, sequence, from: told(startDate), to: told(endDate), summary, location, description };
};

const two = (count: number): string => String(count).padStart(2, '0');
const wordsOf = (value: VEvent['summary'] | undefined): string =>
  typeof value === 'string' ? value : (value?.val ?? '');

/** As a calendar that knows time zones by their names reads it. */
const readByName = (text: string): Visit => {
  const [event, ...others] = Object.values(sync.parseICS(text)).filter((one) => one?.type === 'VEVENT');
  if (event?.type !== 'VEVENT' || others.length > 0) throw new Error('Not one visit.');
  const { uid = '', sequence = -1, datetype, start, end, summary, location, description } = event;
  if (!start || !end) throw new Error('A visit without a time.');
  // a whole day begins at midnight of whatever zone the device is in
  const day = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const told = datetype === 'date' ? day : iso;
  const words = { summary: wordsOf(summary), location: wordsOf(location), description: wordsOf(description) };
  return { uid, sequence: Number(sequence), from: told(start), to: told(end), ...words };
};

/** In: a calendar file. Out: what two readers that have nothing in common take from it. */
export const readTwice = (text: string): [Visit, Visit] => [readStrictly(text), readByName(text)];
