import type { Journey } from '@ticket-store/chart-tools/explore/compose.ts';
import type { Coverage } from '@ticket-store/chart-tools/explore/coverage.ts';
import { drive, withInstead } from '@ticket-store/chart-tools/explore/drive.ts';
import { expect } from 'vitest';
import type { AnyActorRef, EventObject } from 'xstate';
import type { Lang } from '#src/domain/lang.ts';
import { controlsThere } from './controls.ts';
import { part } from './event-parts.ts';
import { inputOf } from './input.ts';
import { openPage } from './open-page.tsx';
import { checkPage } from './page.ts';
import { watchClaims } from './properties/claims.ts';
import { watchPage } from './properties/page.ts';
import { readFacts } from './properties/page-facts.ts';
import { type Seen, seenIn } from './properties/seen.ts';
import { watchCharts } from './properties/watch.ts';
import { doEvent } from './visitor.ts';

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
  watch: (now: Seen) => void = () => undefined,
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
        checkRules(did, now, readFacts());
        watch(now);
      },
    });
  } catch (thrown) {
    throw withInstead(thrown, [...controlsThere()]);
  } finally {
    close();
  }
};
