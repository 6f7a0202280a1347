import ICAL from 'ical.js';
import { sync, type VEvent } from 'node-ical';

/** A visit as a calendar program imports it; moments are ISO 8601, whole days are dates. */
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

/** Reads the file strictly by RFC 5545, with the time zone that the file defines. */
const readStrictly = (text: string): Visit => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const [component, ...others] = calendar.getAllSubcomponents('vevent');
  if (!component || others.length > 0) throw new Error('Not one visit.');
  const { uid, sequence, startDate, endDate, summary, location, description } = new ICAL.Event(component);
  const formatTime = (time: InstanceType<typeof ICAL.Time>) => (time.isDate ? time.toString() : iso(time.toJSDate()));
  return { uid, sequence, from: formatTime(startDate), to: formatTime(endDate), summary, location, description };
};

const two = (count: number): string => String(count).padStart(2, '0');
const textOf = (value: VEvent['summary'] | undefined): string =>
  typeof value === 'string' ? value : (value?.val ?? '');

/** Reads the file as a calendar that looks up time zones by name. */
const readByName = (text: string): Visit => {
  const [event, ...others] = Object.values(sync.parseICS(text)).filter((one) => one?.type === 'VEVENT');
  if (event?.type !== 'VEVENT' || others.length > 0) throw new Error('Not one visit.');
  const { uid = '', sequence = -1, datetype, start, end, summary, location, description } = event;
  if (!start || !end) throw new Error('A visit without a time.');
  // A whole day begins at midnight of the device's own zone.
  const day = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const format = datetype === 'date' ? day : iso;
  const texts = { summary: textOf(summary), location: textOf(location), description: textOf(description) };
  return { uid, sequence: Number(sequence), from: format(start), to: format(end), ...texts };
};

/** Reads a calendar file by two independent parsers. */
export const readTwice = (text: string): [Visit, Visit] => [readStrictly(text), readByName(text)];
