import type { EventObject } from 'xstate';
import { part, text, value } from './event-parts.ts';

/**
 * An action of a visitor, on any target: clicks a control by its event (and key), the + of a stepper, writes into a field by its
 * name or selects it, chooses a language, takes the offer of more time, lets time pass (ms).
 */
export type Move =
  | { readonly press: string; readonly key?: string }
  | { readonly more: string; readonly key: string }
  | { readonly fill: string; readonly typed: string }
  | { readonly lang: string }
  | { readonly time: 'more' }
  | { readonly close: 'dialog' | 'toast' }
  | { readonly pass: number };

/** Maps a visitor's event to the moves that send it. */
export type Deed = (event: EventObject) => readonly Move[];

const press: Deed = ({ type }) => [{ press: type }];
const pressOn =
  (key: (event: EventObject) => string): Deed =>
  (event) => [{ press: event.type, key: key(event) }];
const fill = (name: string, typed: string): Move => ({ fill: name, typed });
const fillAll = (fields: Readonly<Record<string, unknown>>): Move[] =>
  Object.entries(fields).flatMap(([name, typed]) => (typed === '' ? [] : [fill(name, text(typed))]));
const more: Deed = (event) => [{ more: event.type, key: text(part(event, 'line').id) }];
/** Fills the fields, then clicks the control. */
const send =
  (...names: string[]): Deed =>
  (event) => [...fillAll(Object.fromEntries(names.map((name) => [name, value(event, name)]))), { press: event.type }];

/** Visitors' events by type. All others come from the world and are sent directly. */
export const deeds: Readonly<Record<string, Deed>> = {
  'product.choose': pressOn((event) => text(part(event, 'product').uuid)),
  'month.show': pressOn((event) => value(event, 'month').slice(0, 7)),
  'day.choose': pressOn((event) => value(event, 'day')),
  'timespan.choose': pressOn((event) => text(part(event, 'timespan').id)),
  'option.set': more,
  'setproduct.set': more,
  'setproducts.again': press,
  'search.again': press,
  'order.submit': press,
  'draft.kept': (event) => fillAll(part(event, 'fields')),
  'customer.submit': (event) => {
    const customer = part(event, 'customer');
    return [...fillAll({ ...customer, email_confirm: customer.email }), { press: event.type }];
  },
  // Allowed once a minute (docs/product.md#screen-sended-mail).
  'mail.resend': ({ type }) => [{ pass: 60_000 }, { press: type }],
  'mail.correct': press,
  'step.back': press,
  'step.change': pressOn((event) => value(event, 'to')),
  'method.choose': pressOn((event) => value(event, 'method')),
  'coupon.apply': (event) => [fill('coupon', value(event, 'code')), { press: event.type }],
  'coupon.remove': press,
  'payment.submit': press,
  'checkout.submit': press,
  'checkout.ask': press,
  // A dialog asks for confirmation.
  'order.cancel': ({ type }) => [{ press: type }, { press: 'dialog.ok' }],
  'order.again': press,
  'order.resume': press,
  'hold.extend': () => [{ time: 'more' }],
  'language.choose': (event) => [{ lang: value(event, 'lang') }],
  'dialog.ok': press,
  'dialog.cancel': press,
  'dialog.dismiss': () => [{ close: 'dialog' }],
  'catalogue.again': press,
  'ticket.again': press,
  // A dialog asks for confirmation.
  'ticket.forget': ({ type }) => [{ press: type }, { press: 'dialog.ok' }],
  'receipt.again': press,
  'share.make': press,
  'share.stop': press,
  'revoke.submit': press,
  'people.set': (event) => {
    const { id, count } = part(event, 'part');
    return [fill(text(id), String(count))];
  },
  'way.choose': pressOn((event) => value(event, 'way')),
  'send.check': send('email', 'note'),
  'send.submit': press,
  'send.again': press,
  'date.check': press,
  'date.submit': press,
  'inquiry.submit': send('email', 'reservation_number'),
  'number.forgot': press,
  'inquiry.again': press,
  'links.send': send('email'),
  'magazine.stop': press,
  'magazine.again': press,
};

/** An empty toast is a click on the toast's ×; all others come from the shop. */
const isVisitorsToast = (event: EventObject): boolean =>
  event.type === 'toast.show' && part(event, 'toast').text === '';

/** The moves of a visitor for this event; undefined if it comes from the world. */
export const movesOf = (event: EventObject): readonly Move[] | undefined =>
  isVisitorsToast(event) ? [{ close: 'toast' }] : deeds[event.type]?.(event);
