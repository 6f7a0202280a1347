import type { EventObject } from 'xstate';

/** Reads an event's payload by name. */

export type Fields = Readonly<Record<string, unknown>>;
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const part = (event: EventObject, name: string): Fields => {
  const value: unknown = Reflect.get(event, name);
  return typeof value === 'object' && value !== null ? { ...value } : { value };
};
export const value = (event: EventObject, name: string): string => text(part(event, name).value);

/** The fields of an object; none of any other value. */
export const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});

/** How a wallet's sheet that ended by an event pays; undefined if it was closed. */
export const sheetPayment = (event: EventObject): unknown =>
  event.type === 'sheet.confirmed'
    ? part(event, 'payment')
    : fieldsOf(fieldsOf(part(event, 'sheet').agreed).paid).payment;
