import type { machines } from 'ticket-store/machines/index.ts';
import { inputOf } from 'ticket-store/test/paths/input.ts';
import { watchCharts } from 'ticket-store/test/paths/properties/watch.ts';
import { withQuestions } from 'ticket-store/test/paths/questions.ts';
import { type AnyStateMachine, createActor } from 'xstate';
import { type Journey, journeys } from '../explore/compose.ts';
import { createCoverage } from '../explore/coverage.ts';
import { drive } from '../explore/drive.ts';
import type { Ends, Plans } from '../explore/plan.ts';
import { belowOf } from '../explore/realise.ts';
import { simulateActors } from '../explore/simulated.ts';
import { thoroughWalks, tours } from '../explore/tours.ts';

/** How a generated walk noticed a fault: it could not be planned, left a transition out, broke a property, or an event was ignored. */
type Killed = { readonly by: 'plan' | 'unreachable' | 'property' | 'ignored'; readonly why: string };
/** `journeys`: the walks that were made, where all of them went by. */
export type Verdict = { readonly killed: Killed | null; readonly journeys: readonly Journey[] };

/** Inputs for planning a chart's walks: its position, and the behaviour of the charts beside it, which its faults do not change. */
export type Situation = {
  readonly plans: Plans;
  readonly actor: readonly string[];
  readonly ends: Map<string, Ends>;
  /** Only the few walks over every transition. */
  readonly isBrief?: boolean | undefined;
};

const lineOf = (thrown: unknown): string => {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.split('\n')[0]?.slice(0, 300) ?? '';
};

const isApp = (machine: AnyStateMachine): machine is typeof machines.app => machine.id === 'app';

/** Starts a tree of charts with simulated actors. Throws if it is not the app. */
export const startApp = (
  root: AnyStateMachine,
  journey: Journey,
  inspect?: ReturnType<typeof createCoverage>['inspect'],
) => {
  const { machine, simulated } = simulateActors(root);
  if (!isApp(machine)) throw new Error(`${root.id} is not the app`);
  const app = createActor(machine, { input: inputOf(journey), ...(inspect && { inspect }) });
  // Planning notices a faulty chart that throws, so the error is not reported again.
  app.subscribe({ error: () => undefined });
  app.start();
  return { app, simulated };
};

/** Walks one journey on the bare charts. Throws where a state differs from the plan or a property is broken. */
const walkOnce = async (root: AnyStateMachine, journey: Journey): Promise<string | undefined> => {
  const coverage = createCoverage();
  const { app, simulated } = startApp(root, journey, coverage.inspect);
  try {
    await drive(journey, { app, simulated, look: watchCharts({ app, simulated }) });
  } finally {
    app.stop();
  }
  const [first] = coverage.ignored;
  return first && `${first.actor} ignored ${first.event} in ${first.state}`;
};

/** The ends of charts: those of charts on the way to the faulty one are its own, all others are shared. */
class EndsBeside extends Map<string, Ends> {
  readonly #shared: Map<string, Ends>;
  readonly #own: readonly string[];
  constructor(shared: Map<string, Ends>, own: readonly string[]) {
    super();
    this.#shared = shared;
    this.#own = own;
  }
  #isShared(key: string): boolean {
    return !this.#own.some((name) => key.startsWith(`${name} `));
  }
  override get(key: string): Ends | undefined {
    return this.#isShared(key) ? this.#shared.get(key) : super.get(key);
  }
  override set(key: string, ends: Ends): this {
    if (!this.#isShared(key)) return super.set(key, ends);
    this.#shared.set(key, ends);
    return this;
  }
}

/** Plans the walks of one chart in a tree of charts, and walks them until one notices a fault. */
export const judge = async (
  root: AnyStateMachine,
  chart: string,
  { plans, actor, ends, isBrief: isShort = false }: Situation,
): Promise<Verdict> => {
  const path = actor.join('/');
  const killed = (by: Killed['by'], why: string): Verdict => ({ killed: { by, why }, journeys: [] });
  const walks: Journey[] = [];
  let by: Killed['by'] = 'plan';
  try {
    const below = belowOf(plans, new EndsBeside(ends, [...actor, chart]));
    // The few walks over every transition notice most faults, and need few situations.
    for (const isBrief of isShort ? [true] : [true, false]) {
      by = 'plan';
      const posts = journeys(root, plans, () => [], { towards: actor, below, isBrief });
      const own = posts.filter((post) => post.actor.join('/') === path);
      if (!isBrief || posts.every(({ model }) => model.isWhole)) {
        const unreachable = own.flatMap(({ model }) => model.unreachable);
        if (own.length === 0) return killed('unreachable', `${path} is never started`);
        if (unreachable.length > 0) return killed('unreachable', unreachable.join(', '));
      }
      for (const { model, journeyOf } of own)
        for (const walk of (isBrief ? tours : thoroughWalks)(model)) {
          by = 'plan';
          const journey = withQuestions(journeyOf(walk));
          by = 'property';
          const ignored = await walkOnce(root, journey);
          if (ignored !== undefined) return killed('ignored', ignored);
          walks.push(journey);
        }
    }
  } catch (thrown) {
    return killed(by, lineOf(thrown));
  }
  return { killed: null, journeys: walks };
};
