import { i18n } from '@lingui/core';
import { expect } from 'vitest';
import { parseHash } from '#src/mirrors/address/address.ts';
import type { Seen } from './seen.ts';

/** The page shows what the visitor entered and what the server returned. */

const textThere = (): string => document.querySelector('main')?.textContent ?? '';
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Every total on the page. */
const totals = (): string[] =>
  [...document.querySelectorAll('dt')]
    .filter(({ textContent }) => textContent === i18n._('order_total'))
    .map((term) => digitsOf(term.nextElementSibling?.textContent ?? ''));

/** Before and after payment the page shows the order’s own total, and before it also the customer. */
const expectOrder = ({ screen, purchase }: Seen): void => {
  const { order, customer, completion, sentTo } = purchase?.context ?? {};
  if (screen === 'sended-mail') expect(textThere(), 'where the mail went').toContain(sentTo);
  if (screen === 'complete') expect(textThere(), 'the reservation number').toContain(completion?.reservation_number);
  if (!['payment', 'confirm', 'complete'].includes(screen) || !order) return;
  expect(new Set(totals()), 'the total').toEqual(new Set([String(order.price)]));
  if (screen !== 'confirm' || !customer) return;
  for (const detail of [customer.fullname, customer.email]) expect(textThere(), 'the customer').toContain(detail);
};

/** A form shows what was typed in it before, or what is known. */
const expectTyped = ({ screen, purchase }: Seen): void => {
  const { drafts, customer } = purchase?.context ?? {};
  const known: Readonly<Record<string, string>> = { ...customer, ...drafts?.['sign-in'] };
  if (screen !== 'sign-in') return;
  for (const field of document.querySelectorAll<HTMLInputElement>('form input.input[name]')) {
    const wanted = known[field.name];
    if (wanted !== undefined) expect(field.value, `the field ${field.name}`).toBe(wanted);
  }
};

/** After a change of date the new ticket is shown. */
const expectNewTicket = ({ screen, context }: Seen): void => {
  const result = 'result' in context ? context.result : null;
  if (screen !== 'changedate-complete' || result === null) return;
  const links = [...document.querySelectorAll('main a[data-event="page.requested.ticket"]:not([data-key])')];
  const tokens = links.map((link) => parseHash((link.getAttribute('href') ?? '').split('#')[1] ?? '').params.token);
  expect(tokens, 'the link to the new ticket').toEqual([result]);
};

/** Throws if the page shows other values than it was given. */
export const expectValues = (seen: Seen): void => {
  expectOrder(seen);
  expectTyped(seen);
  expectNewTicket(seen);
};
