import type { EventObject } from 'xstate';
import { part, text, value } from './event-parts.ts';

/**
 * An action of a visitor, on any target: clicks a control by its event (and key), the + of a stepper, writes into a field by its
 * name or selects it, chooses a language, takes the offer of more time.
 */
export type Move =
  | { readonly click: string; readonly key?: string }
  | { readonly more: string; readonly key: string }
  | { readonly fill: string; readonly typed: string }
  | { readonly lang: string }
  | { readonly time: 'more' }
  | { readonly close: 'dialog' | 'toast' };

/** Maps a visitor's event to the moves that send it. */
export type MovesFor = (event: EventObject) => readonly Move[];

const click: MovesFor = ({ type }) => [{ click: type }];
const clickKey =
  (key: (event: EventObject) => string): MovesFor =>
  (event) => [{ click: event.type, key: key(event) }];
const fill = (name: string, typed: string): Move => ({ fill: name, typed });
const fillAll = (fields: Readonly<Record<string, unknown>>): Move[] =>
  Object.entries(fields).flatMap(([name, typed]) => (typed === '' ? [] : [fill(name, text(typed))]));
const more: MovesFor = (event) => [{ more: event.type, key: text(part(event, 'line').id) }];
/** Fills the fields, then clicks the control. */
const send =
  (...names: string[]): MovesFor =>
  (event) => [...fillAll(Object.fromEntries(names.map((name) => [name, value(event, name)]))), { click: event.type }];

/** Events that one click sends. */
const clicked = [
  'setproducts.again search.again order.submit queue.leave queue.enter mail.resend',
  'mail.correct mail.confirm email.correct email.keep step.back coupon.remove',
  'payment.submit checkout.submit checkout.ask order.again order.resume dialog.ok',
  'dialog.cancel catalogue.again ticket.again receipt.again share.make share.stop',
  'revoke.submit send.submit send.again date.check date.submit number.forgot',
  'inquiry.again magazine.stop magazine.again magazine.resume choice.keep',
].flatMap((row) => row.split(' '));

/** Visitors' events by type. All others have other sources (server, timers) and are sent directly. */
export const movesByEvent: Readonly<Record<string, MovesFor>> = {
  ...Object.fromEntries(clicked.map((type) => [type, click])),
  'product.choose': clickKey((event) => text(part(event, 'product').uuid)),
  'month.show': clickKey((event) => value(event, 'month')),
  'day.choose': clickKey((event) => value(event, 'day')),
  'timespan.choose': clickKey((event) => text(part(event, 'timespan').id)),
  'option.set': more,
  'setproduct.set': more,
  // The field of the coupon has the name of its form.
  'draft.kept': (event) =>
    value(event, 'form') === 'coupon'
      ? [fill('coupon', text(part(event, 'fields').code))]
      : fillAll(part(event, 'fields')),
  'customer.submit': (event) => {
    const customer = part(event, 'customer');
    return [...fillAll({ ...customer, email_confirm: customer.email }), { click: event.type }];
  },
  'email.submit': send('email'),
  'step.change': clickKey((event) => value(event, 'to')),
  'method.choose': clickKey((event) => value(event, 'method')),
  'coupon.apply': (event) => [fill('coupon', value(event, 'code')), { click: event.type }],
  // A dialog asks for confirmation.
  'order.cancel': ({ type }) => [{ click: type }, { click: 'dialog.ok' }],
  'hold.extend': () => [{ time: 'more' }],
  'language.choose': (event) => [{ lang: value(event, 'lang') }],
  'dialog.dismiss': () => [{ close: 'dialog' }],
  // A dialog asks for confirmation.
  'ticket.forget': ({ type }) => [{ click: type }, { click: 'dialog.ok' }],
  'choice.refund': ({ type }) => [{ click: type }, { click: 'dialog.ok' }],
  'people.set': (event) => {
    const { id, count } = part(event, 'part');
    return [fill(text(id), String(count))];
  },
  'way.choose': clickKey((event) => value(event, 'way')),
  'send.check': send('email', 'note'),
  'inquiry.submit': send('email', 'reservation_number'),
  'links.send': send('email'),
};

/** An empty toast is a click on the toast's ×; all others come from the shop. */
const isVisitorsToast = (event: EventObject): boolean =>
  event.type === 'toast.show' && part(event, 'toast').text === '';

/** The moves of a visitor for this event; undefined if it is not a visitor's event. */
export const movesOf = (event: EventObject): readonly Move[] | undefined =>
  isVisitorsToast(event) ? [{ close: 'toast' }] : movesByEvent[event.type]?.(event);
