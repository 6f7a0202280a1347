import { machines } from 'ticket-store/machines/index.ts';
import type { WalkStep } from 'ticket-store/test/paths/properties/seen.ts';
import { watchCharts } from 'ticket-store/test/paths/properties/watch.ts';
import { withQuestions } from 'ticket-store/test/paths/questions.ts';
import { type AnyActorRef, createActor } from 'xstate';
import { createCoverage, type Ignored } from '../explore/coverage.ts';
import { allDefinitions } from '../explore/definitions.ts';
import { drive } from '../explore/drive.ts';
import { actorAt, simulateActors } from '../explore/simulated.ts';
import type { WalkRecord } from './record.ts';
import { describeState, recordWalk } from './recorder.ts';
import type { NamedWalk } from './selection.ts';

/** The transitions of all charts. */
export const definitions = Object.values(machines).flatMap(allDefinitions);

export type Walked = { readonly record: WalkRecord; readonly ignored: readonly Ignored[] };

/**
 * Executes one walk on the charts alone, with all actors simulated. Throws if a state differs from the plan or an invariant is
 * violated.
 */
export const walkBare = async ({ name, journey: planned }: NamedWalk, folder?: string): Promise<Walked> => {
  const journey = withQuestions(planned);
  const coverage = createCoverage();
  const { machine, simulated } = simulateActors(machines.app);
  const app = createActor(machine, { input: journey.input, inspect: coverage.inspect }).start();
  const checkInvariants = watchCharts({ app, simulated });
  const about = { target: 'charts', lang: 'ja', name, journey, definitions, ...(folder && { folder }) } as const;
  const record = await recordWalk(about, coverage, async (recorder) => {
    const look = (step: WalkStep, actor: AnyActorRef | undefined) => {
      checkInvariants(step);
      recorder.saw(actor);
    };
    try {
      await drive(journey, { app, simulated, look });
    } catch (thrown) {
      recorder.differs(describeState(actorAt(app, recorder.next())), thrown);
      throw thrown;
    } finally {
      app.stop();
    }
  });
  return { record, ignored: coverage.ignored };
};
