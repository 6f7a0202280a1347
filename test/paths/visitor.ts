import { i18n } from '@lingui/core';
import { act, fireEvent, getRoles, isInaccessible, within } from '@testing-library/react';
import { vi } from 'vitest';
import type { AnyActorRef, EventObject } from 'xstate';
import { screens } from '#machines/shared/screens.ts';
import { hashOf } from '#src/mirrors/address.ts';

/** How a visitor does each event: only by a control that is there to be seen and used. */

type Fields = Readonly<Record<string, unknown>>;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const part = (event: EventObject, name: string): Fields => {
  const value: unknown = name in event ? Object.entries(event).find(([key]) => key === name)?.[1] : undefined;
  return typeof value === 'object' && value !== null ? { ...value } : { value };
};
const value = (event: EventObject, name: string): string => text(part(event, name).value);

/** Types an address; `popstate` is what a browser makes of it. */
export const typeAddress = (address: string): void => {
  history.pushState(null, '', `#${address}`);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
};

const openDialog = (): HTMLElement | null => document.querySelector('dialog[open]');

/** A name that a screen reader reads, and a role: looked for the way a visitor would, in the smallest place that has it. */
const isNamed = (control: HTMLElement): boolean =>
  Object.keys(getRoles(control)).some((role) =>
    within(control.parentElement ?? document.body)
      .queryAllByRole(role, { name: /\S/ })
      .includes(control),
  );

const isOffered = (control: HTMLElement): boolean => {
  const dialog = openDialog();
  return (
    !(control.matches(':disabled, [aria-disabled="true"]') || control.closest('[inert]')) &&
    // a modal dialog makes everything else inert
    (dialog === null || dialog.contains(control)) &&
    !isInaccessible(control) &&
    isNamed(control)
  );
};

/** The events of all controls on the page, alone and with their keys. */
export const controlsThere = (): ReadonlySet<string> =>
  new Set(
    [...document.querySelectorAll<HTMLElement>('[data-event]')].flatMap(({ dataset: { event = '', key } }) =>
      key === undefined ? [event] : [event, `${event} ${key}`],
    ),
  );

const eventsThere = () => [...controlsThere()].filter((one) => !one.includes(' '));

/** The offered controls that fit a selector. Throws, saying what the page has instead, when there is none. */
const offered = (selector: string): [HTMLElement, ...HTMLElement[]] => {
  const there = [...document.querySelectorAll<HTMLElement>(selector)];
  const [first, ...others] = there.filter(isOffered);
  if (first) return [first, ...others];
  const why = there.length > 0 ? 'is there, but not offered' : `is not there, only ${eventsThere().join(', ')}`;
  throw new Error(`no control: ${selector} ${why}`);
};

const control = (event: string, key?: string): [HTMLElement, ...HTMLElement[]] =>
  offered(`[data-event="${event}"]${key === undefined ? '' : `[data-key="${key}"]`}`);

const press = (event: string, key?: string): void => {
  fireEvent.click(control(event, key)[0]);
};

/** Writes into a field by its name, or picks it. */
const fill = (name: string, typed: string): void => {
  const [field] = offered(`[name="${name}"]`);
  if (field instanceof HTMLInputElement && field.type === 'checkbox') {
    if (String(field.checked) !== typed) fireEvent.click(field);
  } else if (field instanceof HTMLInputElement && field.type === 'radio') {
    fireEvent.click(offered(`[name="${name}"][value="${typed}"]`)[0]);
  } else {
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.blur(field);
  }
};

const submitCustomer = (event: EventObject): void => {
  const customer = part(event, 'customer');
  for (const [name, typed] of Object.entries({ ...customer, email_confirm: customer.email })) {
    if (typed !== '') fill(name, text(typed));
  }
  press('customer.submit');
};

const offersTime = (dialog: HTMLElement): boolean =>
  dialog.querySelector('[data-event="dialog.ok"]')?.textContent === i18n._('hold_extend');

/** "More time": by the dialog that offers it, or by the strip. */
const extend = (): void => (openDialog() === null ? press('hold.extend') : press('dialog.ok'));

/** Steppers carry one mark on −, number and +. */
const more = (event: EventObject): void => {
  const plus = control('option.set', text(part(event, 'line').id)).at(-1);
  if (plus) fireEvent.click(plus);
};

/** In the list, or, where it is closed, by an address with `?lang`. */
const choose = (event: EventObject): void => {
  const lang = value(event, 'lang');
  if (document.querySelector('[data-event="language.choose"][aria-disabled="true"]'))
    act(() => typeAddress(`${location.hash.slice(1)}?lang=${lang}`));
  else fireEvent.change(control('language.choose')[0], { target: { value: lang } });
};

type Deed = (event: EventObject) => void;

/** Visitor events by type. Those that are not here are the world's: they are sent. */
const deeds: Readonly<Record<string, Deed>> = {
  'product.choose': (event) => press(event.type, text(part(event, 'product').uuid)),
  'month.show': (event) => press(event.type, value(event, 'month').slice(0, 7)),
  'day.choose': (event) => press(event.type, value(event, 'day')),
  'timespan.choose': (event) => press(event.type, text(part(event, 'timespan').id)),
  'option.set': more,
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
  'order.cancel': ({ type }) => press(type),
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
};

/** An empty toast is the press on its ×; any other one comes from the shop. */
const toast: Deed = () => {
  fireEvent.click(offered('.toast button')[0]);
};

/** Goes to a page by its link where there is one, otherwise by typing its address. */
const goTo = (address: string, screen: string): void => {
  const hash = `#${address}`;
  const links = document.querySelectorAll(`a[data-event="page.requested"][data-key="${screen}"]`);
  if ([...links].some((link) => link.getAttribute('href') === hash))
    offered(`a[data-event="page.requested"][data-key="${screen}"]`);
  typeAddress(address);
};

const isVisitorsToast = (event: EventObject): boolean =>
  event.type === 'toast.show' && part(event, 'toast').text === '';

/** What a visitor does for this event; undefined when it is the world's. */
const deedOf = (event: EventObject): Deed | undefined => (isVisitorsToast(event) ? toast : deeds[event.type]);

/** A dialog in front of what the visitor wants is closed first, by its background. */
const clearView = ({ type }: EventObject): void => {
  if (type.startsWith('dialog.')) return;
  for (let dialog = openDialog(); dialog !== null; dialog = openDialog()) {
    if (type === 'hold.extend' && offersTime(dialog)) return;
    fireEvent.click(offered('dialog[open]')[0]);
  }
};

/** In: `page.requested`. Out: the address that asks for it. */
const addressIn = (event: EventObject): string => {
  const screen = screens.find((one) => one === value(event, 'screen'));
  const strings = (name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(part(event, name)).map(([key, given]) => [key, text(given)]));
  const address = screen && hashOf({ screen, params: strings('params'), query: strings('query') });
  return address ?? '/no-such-page';
};

/** Does a visitor's event by its control. Throws when it is not a visitor's, or when no control offers it. */
export const byControl = (event: EventObject): void => {
  const deed = deedOf(event);
  if (deed === undefined) throw new Error(`${event.type} is not a visitor's event`);
  clearView(event);
  deed(event);
};

/** Does one event: a visitor's by a control, an address by a link or by typing it, anything else as the world does it. */
export const doEvent = (event: EventObject, actor: AnyActorRef): void => {
  if (event.type === 'page.requested') act(() => goTo(addressIn(event), value(event, 'screen')));
  else if (deedOf(event) === undefined) act(() => actor.send(event));
  else byControl(event);
};
