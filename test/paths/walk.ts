import { expect } from 'vitest';
import type { AnyActorRef, EventObject } from 'xstate';
import type { Journey } from '#test/tools/explore/compose.ts';
import type { Coverage } from '#test/tools/explore/coverage.ts';
import { drive } from '#test/tools/explore/drive.ts';
import { actorAt } from '#test/tools/explore/simulated.ts';
import { pageNow } from '#test/tools/walks/page-now.ts';
import { describeState, type Recorder } from '#test/tools/walks/recorder.ts';
import { controlsThere } from './controls.ts';
import { inputOf } from './input.ts';
import { openPage } from './open-page.tsx';
import { checkPage } from './page.ts';
import { watchPage } from './properties/page.ts';
import { seenIn } from './properties/seen.ts';
import { watchCharts } from './properties/watch.ts';
import { doEvent } from './visitor.ts';

/** What a control sends must match the plan. A draft contains the whole form, the plan only what is typed. */
const expectAsPlanned = (events: readonly EventObject[], event: EventObject): void => {
  const same = events.filter(({ type }) => type === event.type);
  if (event.type === 'draft.kept') expect(same.length, event.type).toBeGreaterThan(0);
  else expect(same, `payload of ${event.type}`).toContainEqual(event);
};

/**
 * Executes one journey on the real screens: visitors' events by controls, typed addresses, all other events sent. Throws where
 * page and plan differ; `recorder` records it.
 */
export const walk = async (journey: Journey, coverage: Coverage, recorder?: Recorder): Promise<void> => {
  const input = inputOf(journey);
  const events: EventObject[] = [];
  let listening: AnyActorRef | undefined;
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
    const [charts, page] = [watchCharts({ app, simulated }), watchPage(input.site)];
    await drive(journey, {
      app,
      simulated,
      perform: ({ event }, actor) => {
        listening = actor;
        events.length = 0;
        doEvent(event, actor);
        listening = undefined;
        expectAsPlanned(events, event);
      },
      look: async (step, moved) => {
        await arrive();
        checkPage(app, moved);
        charts(step);
        page(step, seenIn(app, simulated));
        recorder?.saw(moved);
      },
    });
  } catch (thrown) {
    const current = describeState(actorAt(app, recorder?.next() ?? []));
    // The page's controls are a stricter test than the events that the chart handles.
    const possible = [...controlsThere(), ...current.possible];
    if (recorder)
      recorder.differs({ ...current, possible, shown: recorder.show('otherwise.html', pageNow(document)) }, thrown);
    throw thrown;
  } finally {
    close();
  }
};
