import type { AddressedStep } from '@ticket-store/chart-tools/explore/realise.ts';
import { expect } from 'vitest';
import type { EventObject } from 'xstate';
import type { InspectionReport } from '#src/mirrors/inspect/inspector.ts';
import { fieldsOf } from '#test/paths/event-parts.ts';

/** The fields by which products, slots and lines are compared; all other fields depend on the real shop. */
const known = ['id', 'uuid', 'count'] as const;

const gist = (key: string, value: unknown): unknown => {
  // Plans name a month by the day that they choose.
  if (key === 'month') return String(value).slice(0, 7);
  if (typeof value !== 'object' || value === null) return value;
  const fields = fieldsOf(value);
  return Object.fromEntries(known.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
};

const gistOf = (event: unknown) =>
  Object.fromEntries(Object.entries(fieldsOf(event)).map(([key, value]) => [key, gist(key, value)]));

/** Checks a control's event against the plan. A draft contains the whole form, the plan only the typed fields. */
export const expectSent = (
  reports: readonly InspectionReport[],
  { actor }: AddressedStep,
  wanted: EventObject,
): void => {
  const path = actor.join('/');
  const events = reports.flatMap((one) => (one.kind === 'event' && one.actor === path ? [one.event] : []));
  const same = events.filter((event) => fieldsOf(event).type === wanted.type).map(gistOf);
  if (wanted.type === 'draft.kept') expect(same.length, wanted.type).toBeGreaterThan(0);
  else expect(same, `fields of ${wanted.type}: ${JSON.stringify(same)}`).toContainEqual(gistOf(wanted));
};
