import { i18n } from '@lingui/core';
import { expect } from 'vitest';
import { screens } from '#machines/shared/screens.ts';
import type { SiteRules } from '#src/domain/site.ts';
import { parseHash } from '#src/mirrors/address.ts';
import { controlsThere, openDialog } from '../controls.ts';
import { routes } from './routes.ts';
import type { Did, Running, Seen } from './seen.ts';
import { expectWords } from './words.ts';

const ofWindow = ['order.again', 'customer.submit', 'step.change order', 'step.change sign-in'];

/** Controls that are never there: of a window where purchases begin by mail, for more time where there is none. */
const expectNoneTooMany = ({ running }: Seen, site: SiteRules): void => {
  const controls = controlsThere();
  const hold = running.find(({ path }) => path === 'app/purchase/hold')?.snapshot;
  // where the line is lost it is asked for again, not extended
  const isKnown = hold?.hasTag('settled') && !hold.matches('adrift');
  if (isKnown && hold?.context.extensionsLeft === 0)
    expect(controls, 'no more time to be had').not.toContain('hold.extend');
  if (site.onlyMail)
    expect(
      ofWindow.filter((one) => controls.has(one)),
      'controls of a window',
    ).toEqual([]);
};

const hears = ({ snapshot }: Running, type: string, key: string | undefined): boolean =>
  snapshot._nodes.some((node) => {
    const arrows = node.transitions.get(type) ?? [];
    const isForbidden = arrows.every(({ target, actions }) => target === undefined && actions.length === 0);
    return !isForbidden && (arrows.some(({ guard }) => guard === undefined) || snapshot.can({ type, to: key }));
  });

/** Controls that can be pressed, each event and key once. */
const live = (): string[] => {
  const place: ParentNode = openDialog() ?? document;
  const there = place.querySelectorAll<HTMLElement>('[data-event]:not(:disabled, [aria-disabled="true"], [inert] *)');
  return [...new Set([...there].map(({ dataset: { event = '', key = '' } }) => `${event} ${key}`))];
};

/** What is offered is heard; while something is on its way a second press is no fault (docs/charts.md#unhandled-events). */
const expectHeard = ({ actor, running }: Seen): void => {
  if (actor.getSnapshot().hasTag('pending')) return;
  for (const control of live()) {
    const [type = '', key] = control.split(' ');
    expect(
      running.some((one) => hears(one, type, key)),
      `somebody hears the control ${control}`,
    ).toBe(true);
  }
};

/** While something is written, nothing leads forward a second time. */
const expectOneWay = ({ actor, waiting }: Seen): void => {
  const isWriting = waiting.some(({ path, input }) => 'key' in input && !path.includes('/hold/'));
  if (!isWriting || !actor.getSnapshot().hasTag('pending') || openDialog()) return;
  const forward = [...document.querySelectorAll('[data-primary]:not(:disabled, [aria-disabled="true"])')];
  expect(forward, 'controls that lead forward while something is written').toEqual([]);
};

/** Links lead where their marks say; the address is the specification's. */
const expectAddresses = ({ screen }: Seen): void => {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-event="page.requested"][data-key]')) {
    const { key } = link.dataset;
    const [, hash] = (link.getAttribute('href') ?? '').split('#');
    if (hash !== undefined && screens.some((one) => one === key))
      expect(parseHash(hash).screen, `the link to ${key}`).toBe(key);
  }
  const route = routes[screen];
  if (route) expect(location.hash, `the address of ${screen}`).toMatch(route);
};

/**
 * Answers whose failure is not told by itself: nobody asked for the look at an order; after the bank's question the server is
 * asked; a hold and an outcome are asked for again by themselves, which the page says anyway; a wall has words of its own.
 */
const silent = /\.(lookAtOrder|showChallenge|retakeHold|askOutcome|readToday)$/;

/** What fails is said in words: in a dialog, in a notice, beside its field, or by the page it leads to. */
const expectTold = ({ event }: Did, { actor }: Seen, heading: string): void => {
  if (!event.type.startsWith('xstate.error.') || silent.test(event.type) || actor.getSnapshot().hasTag('pending'))
    return;
  const said = [...document.querySelectorAll('dialog[open], .notice-box, [role="alert"], .error')];
  const isSaid = said.some(({ textContent }) => /\p{L}/u.test(textContent));
  expect(isSaid || heading !== headingOf(), `${event.type} is told`).toBe(true);
};

const headingOf = (): string => document.querySelector('h1')?.textContent ?? '';

/** The dialog in front is the first of the row. */
const expectFirst = ({ dialog }: Seen): void => {
  const [first] = dialog?.context.queue ?? [];
  const box = openDialog();
  if (first && box) expect(box.textContent).toContain(i18n._('dialog_number', { number: first.number }));
};

/** Watches the page of one walk, in any language. Out: to be called after each step, when its screen has come. */
export const watchPage = (site: SiteRules) => {
  let heading = headingOf();
  return (did: Did, seen: Seen): void => {
    expectNoneTooMany(seen, site);
    expectHeard(seen);
    expectOneWay(seen);
    expectAddresses(seen);
    expectTold(did, seen, heading);
    expectFirst(seen);
    expectWords(seen);
    heading = headingOf();
  };
};
