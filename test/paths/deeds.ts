import { i18n } from '@lingui/core';
import { act, fireEvent } from '@testing-library/react';
import { vi } from 'vitest';
import type { EventObject } from 'xstate';
import { control, fill, offered, openDialog, press } from './controls.ts';
import { part, text, value } from './event-parts.ts';

/** Types an address; `popstate` is what a browser makes of it. */
export const typeAddress = (address: string): void => {
  history.pushState(null, '', `#${address}`);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
};

const submitCustomer = (event: EventObject): void => {
  const customer = part(event, 'customer');
  for (const [name, typed] of Object.entries({ ...customer, email_confirm: customer.email })) {
    if (typed !== '') fill(name, text(typed));
  }
  press('customer.submit');
};

export const offersTime = (dialog: HTMLElement): boolean =>
  dialog.querySelector('[data-event="dialog.ok"]')?.textContent === i18n._('hold_extend');

/** "More time": by the dialog that offers it, or by the strip. */
const extend = (): void => (openDialog() === null ? press('hold.extend') : press('dialog.ok'));

/** Steppers carry one mark on −, number and +. */
const more = (event: EventObject): void => {
  const plus = control(event.type, text(part(event, 'line').id)).at(-1);
  if (plus) fireEvent.click(plus);
};

/** In the list, or, where it is closed, by an address with `?lang`. */
const choose = (event: EventObject): void => {
  const lang = value(event, 'lang');
  if (document.querySelector('[data-event="language.choose"][aria-disabled="true"]'))
    act(() => typeAddress(`${location.hash.slice(1)}?lang=${lang}`));
  else fireEvent.change(control('language.choose')[0], { target: { value: lang } });
};

export type Deed = (event: EventObject) => void;

/** Visitor events by type. Those that are not here are the world's: they are sent. */
export const deeds: Readonly<Record<string, Deed>> = {
  'product.choose': (event) => press(event.type, text(part(event, 'product').uuid)),
  'month.show': (event) => press(event.type, value(event, 'month').slice(0, 7)),
  'day.choose': (event) => press(event.type, value(event, 'day')),
  'timespan.choose': (event) => press(event.type, text(part(event, 'timespan').id)),
  'option.set': more,
  'setproduct.set': more,
  'setproducts.again': ({ type }) => press(type),
  'search.again': ({ type }) => press(type),
  'order.submit': ({ type }) => press(type),
  'draft.kept': (event) => {
    for (const [name, typed] of Object.entries(part(event, 'fields'))) fill(name, text(typed));
  },
  'customer.submit': submitCustomer,
  'mail.resend': ({ type }) => {
    // once a minute (SCREENS "sended-mail")
    act(() => vi.advanceTimersByTime(60_000));
    press(type);
  },
  'mail.correct': ({ type }) => press(type),
  'step.back': ({ type }) => press(type),
  'step.change': (event) => press(event.type, value(event, 'to')),
  'method.choose': (event) => press(event.type, value(event, 'method')),
  'coupon.apply': (event) => {
    fill('coupon', value(event, 'code'));
    press(event.type);
  },
  'coupon.remove': ({ type }) => press(type),
  'payment.submit': ({ type }) => press(type),
  'checkout.submit': ({ type }) => press(type),
  'checkout.ask': ({ type }) => press(type),
  'order.cancel': ({ type }) => {
    press(type);
    // asked before it is done
    press('dialog.ok');
  },
  'order.again': ({ type }) => press(type),
  'order.resume': ({ type }) => press(type),
  'hold.extend': extend,
  'language.choose': choose,
  'dialog.ok': ({ type }) => press(type),
  'dialog.cancel': ({ type }) => press(type),
  'dialog.dismiss': () => {
    fireEvent.click(offered('dialog[open]')[0]);
  },
  'catalogue.again': ({ type }) => press(type),
  'ticket.again': ({ type }) => press(type),
  'receipt.again': ({ type }) => press(type),
  'share.make': ({ type }) => press(type),
  'share.stop': ({ type }) => press(type),
  'people.set': (event) => {
    const { id, count } = part(event, 'part');
    fill(text(id), String(count));
  },
  'way.choose': (event) => press(event.type, value(event, 'way')),
  'send.check': (event) => {
    for (const name of ['email', 'note']) if (value(event, name) !== '') fill(name, value(event, name));
    press(event.type);
  },
  'send.submit': ({ type }) => press(type),
  'send.again': ({ type }) => press(type),
  'date.check': ({ type }) => press(type),
  'date.submit': ({ type }) => press(type),
  'inquiry.submit': (event) => {
    fill('email', value(event, 'email'));
    fill('reservation_number', value(event, 'reservation_number'));
    press(event.type);
  },
  'number.forgot': ({ type }) => press(type),
  'inquiry.again': ({ type }) => press(type),
  'links.send': (event) => {
    fill('email', value(event, 'email'));
    press(event.type);
  },
  'magazine.stop': ({ type }) => press(type),
  'magazine.again': ({ type }) => press(type),
};
