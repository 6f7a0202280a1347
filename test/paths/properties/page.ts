import { i18n } from '@lingui/core';
import { matches } from '@ticket-store/chart-tools/explore/plan.ts';
import { expect } from 'vitest';
import type { Screen } from '#machines/shared/screens.ts';
import { isFault } from '#src/domain/failures.ts';
import type { SiteRules } from '#src/domain/site.ts';
import { parseHash } from '#src/mirrors/address/address.ts';
import type { PageFacts } from './page-facts.ts';
import { holdIn, type Running, type Seen, type WalkStep } from './seen.ts';

const ordinaryControls = ['order.again', 'customer.submit', 'step.change order', 'step.change sign-in'];

/** Controls that must not exist: those of ordinary purchases where they begin by mail, an extension where none is left. */
const expectNoneTooMany = (seen: Seen, { controls }: PageFacts, site: SiteRules): void => {
  const hold = holdIn(seen)?.snapshot;
  // While disconnected the control retries instead of extending.
  const isKnown = hold && !hold.hasTag('pending') && !hold.matches('adrift');
  const names = controls.map((one) => one.trim());
  if (isKnown && hold?.context.extensionsLeft === 0) expect(names, 'no extensions left').not.toContain('hold.extend');
  const ordinary = ordinaryControls.filter((one) => names.includes(one));
  if (site.onlyMail) expect(ordinary, 'controls of ordinary purchases').toEqual([]);
};

const handles = ({ snapshot }: Running, type: string, key: string | undefined): boolean =>
  snapshot._nodes.some((node) => {
    const arrows = [...node.transitions].flatMap(([descriptor, found]) => (matches(descriptor, type) ? found : []));
    const isForbidden = arrows.every(({ target, actions }) => target === undefined && actions.length === 0);
    return (
      !isForbidden &&
      (arrows.some(({ guard }) => guard === undefined) ||
        snapshot.can({ type, to: key, params: { token: 'a' }, query: {} }))
    );
  });

/** Every offered event is handled; while a request is pending a second click is no fault (docs/charts.md#unhandled-events). */
const expectHandled = ({ shown, running }: Seen, { usable }: PageFacts): void => {
  if (shown.snapshot.hasTag('pending')) return;
  for (const control of usable) {
    const [type = '', key] = control.split(' ');
    const isHandled = running.some((one) => handles(one, type, key));
    expect(isHandled, `a chart handles the control ${control}`).toBe(true);
  }
};

/** While a write is pending, no control leads forward a second time. */
const expectOneWay = ({ shown, waiting }: Seen, { forward }: PageFacts): void => {
  const isWriting = waiting.some(({ path, input }) => 'key' in input && !path.includes('/hold/'));
  if (isWriting && shown.snapshot.hasTag('pending'))
    expect(forward, 'controls that lead forward during a write').toEqual([]);
};

/** A wall screen has no controls, and texts to read have those of the shop around them. */
const readings: readonly Screen[] = ['signage', 'terms', 'privacy', 'specified'];
/** Where purchases begin by mail alone no page leads to the tickets, so these are dead ends by design. */
const readByMail: readonly Screen[] = ['not-found', 'mail-release', 'mail-release-completion', 'shared'];

/** A page has a way on when it is the visitor's turn, and otherwise shows that it waits. */
const expectWayOn = ({ screen, shown }: Seen, page: PageFacts, site: SiteRules): void => {
  if (shown.snapshot.hasTag('pending')) expect(page.isBusy, 'a pending indicator').toBe(true);
  const isRead = readings.includes(screen) || (site.onlyMail && readByMail.includes(screen));
  if (!isRead && page.heading !== '' && page.dialog === null && !shown.snapshot.hasTag('pending'))
    expect(page.ways, `ways on at ${screen}`).toBeGreaterThan(0);
};

/** Links lead to the screen in their attributes. */
const expectAddresses = ({ links }: PageFacts): void => {
  for (const { event, hash } of links)
    if (hash !== undefined) expect(`page.requested.${parseHash(hash).screen}`, `the link ${hash}`).toBe(event);
};

/**
 * Actors whose failures show no message: the visitor did not request the look at an order; after the bank's challenge the server is queried;
 * a hold and an outcome are retried, which the page shows anyway; a wall screen has its own text.
 */
const unreported = /\.(lookAtOrder|showChallenge|retakeHold|queryOutcome|readToday)$/;

/** Every failure is shown: in a dialog, a notice, at its field, or by the page it leads to. */
const expectReported = ({ event }: WalkStep, { shown }: Seen, page: PageFacts, heading: string): void => {
  if (!event.type.startsWith('xstate.error.') || unreported.test(event.type) || shown.snapshot.hasTag('pending'))
    return;
  expect(page.reports || heading !== page.heading, `${event.type} is reported`).toBe(true);
};

/** On the same page new notices are spoken, and where the focused control vanishes the focus is in what took its place. */
const expectSpoken = ({ shown }: Seen, page: PageFacts, before: PageFacts): void => {
  if (page.heading !== before.heading || page.hash !== before.hash) return;
  const added = page.unspoken.filter((text) => !before.unspoken.includes(text));
  expect(added, 'appears without being spoken').toEqual([]);
  if (before.hasFocus && before.dialog === null && !shown.snapshot.hasTag('pending'))
    expect(page.hasFocus, 'the focus is kept').toBe(true);
};

/** The dialog shown is the first in the queue. */
const expectFirst = ({ dialog }: Seen, page: PageFacts): void => {
  const [first] = dialog?.context.queue ?? [];
  if (!first || page.dialog === null) return;
  const { number, title } = first;
  const name = 'text' in title ? title.text : i18n._(title.textKey, title.values);
  // faults, and nothing else, are quoted by their number
  expect(page.dialog).toContain(isFault(number) ? i18n._('dialog_number', { number }) : name);
  if (!isFault(number)) expect(page.dialog).not.toContain(i18n._('dialog_number', { number }));
};

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

/** Checks the page of one walk, in any language. Call the result after each step, when its screen is loaded. */
export const watchPage = (site: SiteRules, first: PageFacts) => {
  let before = first;
  return (step: WalkStep, seen: Seen, page: PageFacts): void => {
    expectNoneTooMany(seen, page, site);
    expectHandled(seen, page);
    expectOneWay(seen, page);
    expectWayOn(seen, page, site);
    expectAddresses(page);
    expectReported(step, seen, page, before.heading);
    expectSpoken(seen, page, before);
    expectFirst(seen, page);
    expectOrder(seen, page);
    expectTyped(seen, page);
    expectNewTicket(seen, page);
    before = page;
  };
};
