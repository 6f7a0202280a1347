import { i18n } from '@lingui/core';
import { expect } from 'vitest';
import type { SiteRules } from '#src/domain/site.ts';
import { parseHash } from '#src/mirrors/address/address.ts';
import { controlsThere, openDialog } from '#test/paths/controls.ts';
import { routes } from './routes.ts';
import type { Running, Seen, WalkStep } from './seen.ts';
import { expectValues } from './values.ts';

const ordinaryControls = ['order.again', 'customer.submit', 'step.change order', 'step.change sign-in'];

/** Controls that must not exist: those of ordinary purchases where they begin by mail, an extension where none is left. */
const expectNoneTooMany = ({ running }: Seen, site: SiteRules): void => {
  const controls = controlsThere();
  const hold = running.find(({ path }) => path === 'app/purchase/hold')?.snapshot;
  // While disconnected the control retries instead of extending.
  const isKnown = hold?.hasTag('settled') && !hold.matches('adrift');
  if (isKnown && hold?.context.extensionsLeft === 0)
    expect(controls, 'no extensions left').not.toContain('hold.extend');
  if (site.onlyMail)
    expect(
      ordinaryControls.filter((one) => controls.has(one)),
      'controls of ordinary purchases',
    ).toEqual([]);
};

const handles = ({ snapshot }: Running, type: string, key: string | undefined): boolean =>
  snapshot._nodes.some((node) => {
    const arrows = node.transitions.get(type) ?? [];
    const isForbidden = arrows.every(({ target, actions }) => target === undefined && actions.length === 0);
    return (
      !isForbidden &&
      (arrows.some(({ guard }) => guard === undefined) ||
        snapshot.can({ type, to: key, params: { token: 'a' }, query: {} }))
    );
  });

/** The usable controls, each event and key once. */
export const usableControls = (): string[] => {
  const place: ParentNode = openDialog() ?? document;
  const there = place.querySelectorAll<HTMLElement>('[data-event]:not(:disabled, [aria-disabled="true"], [inert] *)');
  return [...new Set([...there].map(({ dataset: { event = '', key = '' } }) => `${event} ${key}`))];
};

/** Every offered event is handled; while a request is pending a second click is no fault (docs/charts.md#unhandled-events). */
const expectHandled = ({ actor, running }: Seen): void => {
  if (actor.getSnapshot().hasTag('pending')) return;
  for (const control of usableControls()) {
    const [type = '', key] = control.split(' ');
    expect(
      running.some((one) => handles(one, type, key)),
      `a chart handles the control ${control}`,
    ).toBe(true);
  }
};

/** While a write is pending, no control leads forward a second time. */
const expectOneWay = ({ actor, waiting }: Seen): void => {
  const isWriting = waiting.some(({ path, input }) => 'key' in input && !path.includes('/hold/'));
  if (!isWriting || !actor.getSnapshot().hasTag('pending') || openDialog()) return;
  const forward = [...document.querySelectorAll('[data-primary]:not(:disabled, [aria-disabled="true"])')];
  expect(forward, 'controls that lead forward during a write').toEqual([]);
};

/** Links lead to the screen in their attributes, at the documented address. */
const expectAddresses = ({ screen }: Seen): void => {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-event^="page.requested."]')) {
    const { event = '' } = link.dataset;
    const [, hash] = (link.getAttribute('href') ?? '').split('#');
    if (hash !== undefined) expect(`page.requested.${parseHash(hash).screen}`, `the link ${hash}`).toBe(event);
  }
  const route = routes[screen];
  if (route) expect(location.hash, `the address of ${screen}`).toMatch(route);
};

/**
 * Actors whose failures show no message: the visitor did not request the look at an order; after the bank's challenge the server is queried;
 * a hold and an outcome are retried, which the page shows anyway; a wall screen has its own text.
 */
const silent = /\.(lookAtOrder|showChallenge|retakeHold|queryOutcome|readToday)$/;

/** Every failure is shown: in a dialog, a notice, at its field, or by the page it leads to. */
const expectReported = ({ event }: WalkStep, { actor }: Seen, heading: string): void => {
  if (!event.type.startsWith('xstate.error.') || silent.test(event.type) || actor.getSnapshot().hasTag('pending'))
    return;
  const messages = [...document.querySelectorAll('dialog[open], .notice-box, [role="alert"], .error')];
  const hasMessage = messages.some(({ textContent }) => /\p{L}/u.test(textContent));
  expect(hasMessage || heading !== headingOf(), `${event.type} is reported`).toBe(true);
};

const headingOf = (): string => document.querySelector('h1')?.textContent ?? '';

/** The dialog shown is the first in the queue. */
const expectFirst = ({ dialog }: Seen): void => {
  const [first] = dialog?.context.queue ?? [];
  const box = openDialog();
  if (first && box) expect(box.textContent).toContain(i18n._('dialog_number', { number: first.number }));
};

/** Checks the page of one walk, in any language. Call the result after each step, when its screen is loaded. */
export const watchPage = (site: SiteRules) => {
  let heading = headingOf();
  return (did: WalkStep, seen: Seen): void => {
    expectNoneTooMany(seen, site);
    expectHandled(seen);
    expectOneWay(seen);
    expectAddresses(seen);
    expectReported(did, seen, heading);
    expectFirst(seen);
    expectValues(seen);
    heading = headingOf();
  };
};
