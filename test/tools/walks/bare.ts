import { type AnyActorRef, createActor } from 'xstate';
import { machines } from '#machines/index.ts';
import { inputOf } from '#test/paths/input.ts';
import type { Did } from '#test/paths/laws/seen.ts';
import { watchCharts } from '#test/paths/laws/watch.ts';
import { createCoverage, type Ignored } from '../explore/coverage.ts';
import { allDefinitions } from '../explore/definitions.ts';
import { drive } from '../explore/drive.ts';
import { actorAt, holdActors } from '../explore/held.ts';
import type { NamedWalk } from './ask.ts';
import { recorded, standingOf } from './keep.ts';
import type { WalkRecord } from './record.ts';

/** The transitions of all charts. */
export const definitions = Object.values(machines).flatMap(allDefinitions);

export type Walked = { readonly record: WalkRecord; readonly ignored: readonly Ignored[] };

/**
 * Executes one walk on the charts alone, with all actors simulated. Throws if a state differs from the plan or an invariant is
 * violated.
 */
export const walkBare = async ({ name, journey }: NamedWalk, folder?: string): Promise<Walked> => {
  const coverage = createCoverage();
  const { machine, held } = holdActors(machines.app);
  const app = createActor(machine, { input: journey.input, inspect: coverage.inspect }).start();
  const lawful = watchCharts({ app, held, site: inputOf(journey).site });
  const about = { ground: 'charts', lang: 'ja', name, journey, definitions, ...(folder && { folder }) } as const;
  const record = await recorded(about, coverage, async (kept) => {
    const look = (step: Did, actor: AnyActorRef | undefined) => {
      lawful(step);
      kept.saw(actor);
    };
    try {
      await drive(journey, { app, held, look });
    } catch (thrown) {
      kept.differs(standingOf(actorAt(app, kept.next())), thrown);
      throw thrown;
    } finally {
      app.stop();
    }
  });
  return { record, ignored: coverage.ignored };
};
