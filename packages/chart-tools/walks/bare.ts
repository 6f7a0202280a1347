import { machines } from 'ticket-store/machines/index.ts';
import { watchCharts } from 'ticket-store/test/paths/properties/watch.ts';
import { createActor } from 'xstate';
import { type Coverage, createCoverage } from '../explore/coverage.ts';
import { drive } from '../explore/drive.ts';
import { simulateActors } from '../explore/simulated.ts';
import type { NamedWalk } from './named.ts';
import { withQuestions } from './questions.ts';

/**
 * Executes one walk on the charts alone, with all actors simulated. Throws if a state differs from the plan or an invariant is
 * violated.
 */
export const walkBare = async ({ name, journey: planned }: NamedWalk): Promise<Coverage> => {
  const journey = withQuestions(planned);
  const coverage = createCoverage();
  const { machine, simulated } = simulateActors(machines.app);
  const app = createActor(machine, { input: journey.input, inspect: coverage.inspect }).start();
  const look = watchCharts({ app, simulated });
  try {
    await drive(journey, { app, simulated, look });
  } catch (cause) {
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  } finally {
    app.stop();
  }
  return coverage;
};
