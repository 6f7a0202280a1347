import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { onScreen } from '#machines/shared/on-screen.ts';
import type { Screen } from '#machines/shared/screens.ts';
import { control, isOffered, offered, openDialog, press } from '../controls.ts';
import { deeds } from '../deeds.ts';
import { checkPage } from '../page.ts';
import { doEvent } from '../visitor.ts';
import { planned, type Scene, settle } from './scene.ts';

/** A wall has nobody in front of it to press anything; it reads anew by itself. */
const walls: readonly Screen[] = ['signage'];

/** Texts to be read: the way on is that of the whole shop, its logo and its footer. */
const readings: readonly Screen[] = ['terms', 'privacy', 'specified'];

/** Where purchases begin by mail alone, no page leads to the tickets: these are read and closed. */
const readByMail: readonly Screen[] = ['not-found', 'mail-release', 'mail-release-completion', 'shared'];

const stateNow = ({ page }: Scene): string => onScreen(page.app).state;

/** Everything in front of the page says what it is, and goes by its own button. */
const closeDialogs = (): void => {
  for (let dialog = openDialog(); dialog !== null; dialog = openDialog()) {
    expect(dialog.textContent, 'a dialog says something').toMatch(/\S/);
    const before = dialog.textContent;
    press('dialog.ok');
    if (openDialog()?.textContent === before) throw new Error(`a dialog stays: ${before}`);
  }
};

/** A settled page, drawn whole, on which a visitor can go on. */
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

/** Answers all, closes what is in front, and looks whether there is a way on. */
export const comeToRest = async (scene: Scene): Promise<void> => {
  await settle(scene);
  // what is told after the first is read may be told in front as well
  for (let told = 0; told < 3 && openDialog(); told += 1) {
    closeDialogs();
    await settle(scene);
  }
  expectWayOn(scene);
};

/** What has to be chosen first, each where it lacks. */
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
  'payment.submit': [['method.choose', ({ method }) => method === null]],
};
type Choices = {
  choice?: { product?: unknown; timespan?: unknown; lines?: readonly { count: number }[] };
  method?: unknown;
};

const doPlanned = (actor: AnyActorRef, type: string): void => {
  const row = planned(actor, type);
  if (row) doEvent({ ...row, type }, actor);
};

/** The visitor's next step forward, with what has to be typed and chosen for it. Out: its event; null where the page has none. */
const goForward = async (scene: Scene): Promise<string | null> => {
  const forward = [...document.querySelectorAll<HTMLElement>('#main [data-primary]')].find(isOffered);
  const { event: type = '', key } = forward?.dataset ?? {};
  // a link leads to another page, which is a standing of its own
  if (!forward || type === '' || forward.matches('a[href]')) return null;
  const { actor } = onScreen(scene.page.app);
  for (const [choice, lacks] of choices[type] ?? []) {
    if (!lacks(actor.getSnapshot().context)) continue;
    doPlanned(actor, choice);
    await settle(scene);
  }
  const row = planned(actor, type);
  if (row && type in deeds) doEvent({ ...row, type }, actor);
  else fireEvent.click(key === undefined ? control(type)[0] : offered(`[data-event="${type}"][data-key="${key}"]`)[0]);
  return type;
};

/** A step shows that the way is one; where a payment may be on its way it is gone to the end, which is one ticket. */
const boundOf = ({ server, standing }: Scene): number =>
  server.payments.size > 0 || standing.state === 'purchase.confirm' ? 6 : 1;

/** Goes on by what is offered, `look`ing at each rest, until the page leads no further. */
export const goOn = async (scene: Scene, look: () => void): Promise<void> => {
  for (let step = 0; step < boundOf(scene); step += 1) {
    const before = stateNow(scene);
    const done = await goForward(scene);
    if (done === null) return;
    await comeToRest(scene);
    // begun anew, nothing is to be kept
    if (done === 'order.again') return;
    look();
    if (stateNow(scene) === before) return;
  }
};
