import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { onScreen } from '#machines/shared/on-screen.ts';
import type { Screen } from '#machines/shared/screens.ts';
import { movesByEvent } from '#test/paths/moves.ts';
import { click, control, isOffered, offered, openDialog } from '../controls.ts';
import { checkPage } from '../page.ts';
import { doEvent } from '../visitor.ts';
import { planned, type Scene, settle } from './scene.ts';

/** A wall screen has no controls; it reloads its data automatically. */
const walls: readonly Screen[] = ['signage'];

/** Texts to read: the way on is the shop's logo and footer. */
const readings: readonly Screen[] = ['terms', 'privacy', 'specified'];

/** Where purchases begin by mail alone, no page leads to the tickets, so these pages are dead ends by design. */
const readByMail: readonly Screen[] = ['not-found', 'mail-release', 'mail-release-completion', 'shared'];

const stateNow = ({ page }: Scene): string => onScreen(page.app).state;

/** Every dialog has a text and closes by its own button. */
const closeDialogs = (): void => {
  for (let dialog = openDialog(); dialog !== null; dialog = openDialog()) {
    expect(dialog.textContent, 'the dialog has text').toMatch(/\S/);
    const before = dialog.textContent;
    click('dialog.ok');
    if (openDialog()?.textContent === before) throw new Error(`a dialog does not close: ${before}`);
  }
};

/** Asserts that the page is idle and complete, with a way on. */
const expectWayOn = ({ page: { app }, input }: Scene): void => {
  const { screen, state } = onScreen(app);
  checkPage(app, undefined);
  expect(document.querySelectorAll('h1'), 'one heading').toHaveLength(1);
  if (walls.includes(screen)) return;
  const isRead = readings.includes(screen) || (input.site.onlyMail && readByMail.includes(screen));
  const ways = isRead ? ['a[href]'] : ['#main [data-primary]', '#main a[href]', '#main button[data-event]'];
  const isThere = (way: string) => [...document.querySelectorAll<HTMLElement>(way)].some(isOffered);
  if (!ways.some(isThere)) throw new Error(`no way on at ${state}: ${document.querySelector('#main')?.textContent}`);
};

/** Responds to all requests, closes all dialogs, and checks for a way on. */
export const settlePage = async (scene: Scene): Promise<void> => {
  await settle(scene);
  // Further dialogs may follow after the first was closed.
  for (let round = 0; round < 3 && openDialog(); round += 1) {
    closeDialogs();
    await settle(scene);
  }
  expectWayOn(scene);
};

/** Choices that an event requires, each with the check whether it is missing. */
const choices: Record<string, readonly (readonly [event: string, lacks: (context: Choices) => boolean])[]> = {
  'order.submit': [
    ['product.choose', ({ choice }) => !choice?.product],
    ['day.choose', ({ choice }) => !choice?.timespan],
    ['timespan.choose', ({ choice }) => !choice?.timespan],
    ['option.set', ({ choice }) => !choice?.lines?.some(({ count }) => count > 0)],
  ],
  'date.check': [
    ['day.choose', ({ choice }) => !choice?.timespan],
    ['timespan.choose', ({ choice }) => !choice?.timespan],
  ],
};
type Choices = {
  choice?: { product?: unknown; timespan?: unknown; lines?: readonly { count: number }[] };
};

const doPlanned = (actor: AnyActorRef, type: string): void => {
  const row = planned(actor, type);
  if (row) doEvent({ ...row, type }, actor);
};

/** Takes the visitor's next step forward, with the input that it needs. Returns its event; null if the page has none. */
const goForward = async (scene: Scene): Promise<string | null> => {
  const forward = [...document.querySelectorAll<HTMLElement>('#main [data-primary]')].find(isOffered);
  const { event: type = '', key } = forward?.dataset ?? {};
  // A link leads to another page, which has its own row.
  if (!forward || type === '' || forward.matches('a[href]')) return null;
  const { actor } = onScreen(scene.page.app);
  for (const [choice, lacks] of choices[type] ?? []) {
    if (!lacks(actor.getSnapshot().context)) continue;
    doPlanned(actor, choice);
    await settle(scene);
  }
  const row = planned(actor, type);
  if (row && type in movesByEvent) doEvent({ ...row, type }, actor);
  else fireEvent.click(key === undefined ? control(type)[0] : offered(`[data-event="${type}"][data-key="${key}"]`)[0]);
  return type;
};

/** Number of steps: one is enough to show a way on; where a payment may be pending all are taken, and must end in one ticket. */
const boundOf = ({ server, situation }: Scene): number =>
  server.payments.size > 0 || situation.state === 'purchase.confirm' ? 6 : 1;

/** Uses the offered controls, checking with `look` after each step, until the page leads no further. */
export const goOn = async (scene: Scene, look: () => void): Promise<void> => {
  for (let step = 0; step < boundOf(scene); step += 1) {
    const before = stateNow(scene);
    const done = await goForward(scene);
    if (done === null) return;
    await settlePage(scene);
    // After starting a new order nothing has to be kept.
    if (done === 'order.again') return;
    look();
    if (stateNow(scene) === before) return;
  }
};
