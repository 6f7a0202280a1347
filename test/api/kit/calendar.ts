import ICAL from 'ical.js';

/**
 * Reads a calendar file strictly by RFC 5545, with the time zone that it defines: moments are ISO 8601, whole days are dates. Throws
 * if it is not of one visit.
 */
export const readVisit = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const [component, ...others] = calendar.getAllSubcomponents('vevent');
  if (!component || others.length > 0) throw new Error('Not one visit.');
  const [method, status] = [calendar.getFirstPropertyValue('method'), component.getFirstPropertyValue('status')].map(
    String,
  );
  const { uid, sequence, startDate, endDate, summary, location, description } = new ICAL.Event(component);
  const formatTime = (time: InstanceType<typeof ICAL.Time>) =>
    time.isDate ? time.toString() : time.toJSDate().toISOString();
  const times = { from: formatTime(startDate), to: formatTime(endDate) };
  return { method: `${method}`, status: `${status}`, uid, sequence, ...times, summary, location, description };
};
