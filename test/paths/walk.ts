import { expect } from 'vitest';
import type { AnyActorRef, EventObject } from 'xstate';
import type { AppInput } from '#machines/app/app.types.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import type { Journey } from '#test/tools/explore/compose.ts';
import type { Coverage } from '#test/tools/explore/coverage.ts';
import { drive } from '#test/tools/explore/drive.ts';
import { actorAt } from '#test/tools/explore/held.ts';
import { machineSnapshotOf } from '#test/tools/explore/step.ts';
import { controlsThere } from './controls.ts';
import { expectLawful, type Fact } from './laws.ts';
import { openPage } from './open-page.tsx';
import { checkPage } from './page.ts';
import { doEvent } from './visitor.ts';

/** What a control sends must be what the plan says; a draft holds the whole form, the plan only what is typed. */
const expectAsPlanned = (heard: readonly EventObject[], event: EventObject): void => {
  const same = heard.filter(({ type }) => type === event.type);
  if (event.type === 'draft.kept') expect(same.length, event.type).toBeGreaterThan(0);
  else expect(same, `what ${event.type} says`).toContainEqual(event);
};

/** Null without a hold, while an answer is awaited, and where the line is lost: then it is asked for again, not extended. */
const extensionsLeft = (app: AnyActorRef): number | null => {
  const hold = machineSnapshotOf(actorAt(app, ['app', 'purchase', 'hold']));
  return !hold?.hasTag('settled') || hold.matches('adrift') ? null : hold.context.extensionsLeft;
};

const isInput = (input: unknown): input is AppInput => typeof input === 'object' && input !== null && 'site' in input;

/**
 * Walks one journey through the real screens: visitor events by controls, addresses typed, everything else as the world
 * does it. Throws where page and plan differ.
 */
export const walk = async ({ input, ...journey }: Journey, coverage: Coverage): Promise<void> => {
  if (!isInput(input)) throw new Error('a journey begins with the input of the app');
  const heard: EventObject[] = [];
  let listening: AnyActorRef | undefined;
  const { app, held, arrive, close } = await openPage({
    input,
    isOpen: !journey.actor.includes('catalogue'),
    inspect: (event) => {
      coverage.inspect(event);
      if (event.type === '@xstate.event' && event.actorRef === listening) heard.push(event.event);
    },
  });
  let isPaid = false;
  let before = onScreen(app).screen;
  let isChange = false;
  const factOf = (event: EventObject): Fact => ({
    event,
    site: input.site,
    before,
    after: onScreen(app).screen,
    isChange,
    controls: controlsThere(),
    isPaid,
    extensions: extensionsLeft(app),
  });
  try {
    await arrive();
    checkPage(app, undefined);
    await drive(
      { ...journey, input },
      {
        app,
        held,
        act: ({ event }, actor) => {
          listening = actor;
          heard.length = 0;
          doEvent(event, actor);
          listening = undefined;
          expectAsPlanned(heard, event);
        },
        look: async ({ event }, moved) => {
          isPaid ||= JSON.stringify(event).includes('reservation_number');
          await arrive();
          checkPage(app, moved);
          expectLawful(factOf(event));
          before = onScreen(app).screen;
          isChange = location.hash.endsWith('?ref=c');
        },
      },
    );
  } finally {
    close();
  }
};
