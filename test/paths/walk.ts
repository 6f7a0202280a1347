import { act } from '@testing-library/react';
import type { Journey } from '@ticket-store/chart-tools/explore/compose.ts';
import type { Coverage } from '@ticket-store/chart-tools/explore/coverage.ts';
import { drive, withInstead } from '@ticket-store/chart-tools/explore/drive.ts';
import { expect } from 'vitest';
import type { AnyActorRef, EventObject } from 'xstate';
import type { Lang } from '#src/domain/lang.ts';
import { controlsThere, offered, openDialog } from './controls.ts';
import { closeDialog, move, offersTime, typeAddress } from './driver.ts';
import { addressIn, isPageRequest, pressAfter } from './event-address.ts';
import { part } from './event-parts.ts';
import { inputOf } from './input.ts';
import { movesOf } from './moves.ts';
import { openPage } from './open-page.tsx';
import { checkPage } from './page.ts';
import { watchClaims } from './properties/claims.ts';
import { watchPage } from './properties/page.ts';
import { type PageFacts, readFacts } from './properties/page-facts.ts';
import { type Seen, seenIn } from './properties/seen.ts';
import { watchCharts } from './properties/watch.ts';

/** Goes to a page by its link if there is one, otherwise by typing its address. */
const goTo = (event: EventObject): void => {
  const address = addressIn(event);
  const link = `a[data-event="${event.type}"]`;
  if ([...document.querySelectorAll(link)].some((one) => one.getAttribute('href') === `#${address}`)) offered(link);
  typeAddress(address);
};

/** Closes a dialog that covers the wanted control, by its backdrop. */
const clearView = ({ type }: EventObject): void => {
  if (type.startsWith('dialog.')) return;
  for (let dialog = openDialog(); dialog !== null; dialog = openDialog()) {
    if (type === 'hold.extend' && offersTime(dialog)) return;
    closeDialog();
    if (openDialog() === dialog) throw new Error('the dialog in front does not close by its background');
  }
};

/** Sends a visitor's event by its control. Throws if it is no visitor's event, or if no control offers it. */
const byControl = (event: EventObject): void => {
  const moves = movesOf(event);
  if (moves === undefined) throw new Error(`${event.type} is not a visitor's event`);
  clearView(event);
  for (const one of moves) move(one);
};

/** Causes one event: a visitor's by a control, an address by a link or by typing it, all others by sending them. */
const doEvent = (event: EventObject, actor: AnyActorRef): void => {
  if (isPageRequest(event)) {
    act(() => goTo(event));
    const press = pressAfter(event, actor.id);
    if (press !== null) byControl({ type: press });
  } else if (movesOf(event) === undefined) act(() => actor.send(event));
  else byControl(event);
};

/** A control must send the planned event. Of a draft only the type is compared: it contains the whole form, the plan one field. */
const expectPlanned = (events: readonly EventObject[], event: EventObject): void => {
  const same = events.filter(({ type }) => type === event.type);
  if (event.type === 'draft.kept') expect(same.length, event.type).toBeGreaterThan(0);
  // Only the kind of ticket is compared: its count depends on the steps before.
  else if (event.type === 'option.set')
    expect(same.map((one) => part(one, 'line').id)).toContain(part(event, 'line').id);
  else expect(same, `payload of ${event.type}`).toContainEqual(event);
};

/** Changes a planned choice of language to one that differs from the page's. */
const inOtherLanguage = (event: EventObject, { lang }: { lang: Lang }): EventObject =>
  event.type === 'language.choose' ? Object.assign({ ...event }, { lang: lang === 'ja' ? 'en' : 'ja' }) : event;

/**
 * Executes one journey on the real screens: visitors' events by controls and typed addresses, other events directly. Throws if
 * page and plan differ. `watch` is called after each step.
 */
export const walk = async (
  journey: Journey,
  coverage: Coverage,
  watch: (now: Seen, page: PageFacts) => void = () => undefined,
): Promise<void> => {
  const input = inputOf(journey);
  const events: EventObject[] = [];
  let listening: AnyActorRef | undefined;
  let sent: EventObject | undefined;
  const { app, simulated, arrive, close } = await openPage({
    input,
    isOpen: !journey.actor.includes('catalogue'),
    inspect: (event) => {
      coverage.inspect(event);
      if (event.type === '@xstate.event' && event.actorRef === listening) events.push(event.event);
    },
  });
  try {
    await arrive();
    checkPage(app, undefined);
    const checkCharts = watchCharts({ app, simulated });
    const checkClaims = watchClaims();
    const checkRules = watchPage(input.site, readFacts());
    await drive(journey, {
      app,
      simulated,
      perform: ({ event: planned }, actor) => {
        const event = inOtherLanguage(planned, app.getSnapshot().context);
        listening = actor;
        events.length = 0;
        doEvent(event, actor);
        listening = undefined;
        expectPlanned(events, event);
        sent = events.find(({ type }) => type === event.type);
      },
      look: async (step, moved) => {
        await arrive();
        checkPage(app, moved);
        const did = { ...step, event: sent ?? step.event };
        sent = undefined;
        const now = seenIn(app, simulated);
        checkClaims(checkCharts(did));
        const facts = readFacts();
        checkRules(did, now, facts);
        watch(now, facts);
      },
    });
  } catch (thrown) {
    throw withInstead(thrown, [...controlsThere()]);
  } finally {
    close();
  }
};
