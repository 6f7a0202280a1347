import { i18n } from '@lingui/core';
import { expect } from 'vitest';
import { parseHash } from '#src/mirrors/address/address.ts';
import type { PageFacts } from './page-facts.ts';
import type { Seen } from './seen.ts';

/** The page shows what the visitor entered and what the server returned. */

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Every total on the page. */
const totalsOn = ({ terms }: PageFacts): string[] =>
  terms.filter(({ term }) => term === i18n._('order_total')).map(({ value }) => digitsOf(value));

/** Before and after payment the page shows the order’s own total, and before it also the customer that the server has. */
const expectOrder = ({ screen, purchase }: Seen, page: PageFacts): void => {
  const { order, completion, sentTo } = purchase?.context ?? {};
  if (screen === 'sended-mail') expect(page.main, 'where the mail went').toContain(sentTo);
  if (screen === 'complete') expect(page.main, 'the reservation number').toContain(completion?.reservation_number);
  if (!['payment', 'confirm', 'complete'].includes(screen) || !order) return;
  expect(new Set(totalsOn(page)), 'the total').toEqual(new Set([String(order.price)]));
  const { customer_info } = order;
  if (screen !== 'confirm' || !customer_info) return;
  for (const detail of [customer_info.fullname, customer_info.email])
    expect(page.main, 'the customer').toContain(detail);
};

/** A form shows the earlier input, or the known values. */
const expectTyped = ({ screen, purchase }: Seen, { fields }: PageFacts): void => {
  const { drafts, customer } = purchase?.context ?? {};
  const known: Readonly<Record<string, string>> = { ...customer, ...drafts?.['sign-in'] };
  if (screen !== 'sign-in') return;
  for (const { name, value } of fields) {
    const wanted = known[name];
    if (wanted !== undefined) expect(value, `the field ${name}`).toBe(wanted);
  }
};

/** After a change of date the new ticket is shown. */
const expectNewTicket = ({ screen, context }: Seen, { links }: PageFacts): void => {
  const result = 'result' in context ? context.result : null;
  if (screen !== 'changedate-complete' || result === null) return;
  const tokens = links.filter((one) => one.isNewTicket).map(({ hash = '' }) => parseHash(hash).params.token);
  expect(tokens, 'the link to the new ticket').toEqual([result]);
};

/** Throws if the page shows other values than it was given. */
export const expectValues = (seen: Seen, page: PageFacts): void => {
  expectOrder(seen, page);
  expectTyped(seen, page);
  expectNewTicket(seen, page);
};
