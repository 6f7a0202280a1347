import { stripVTControlCharacters } from 'node:util';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { Journey } from '../explore/compose.ts';
import { type Definition, definitionOf, dotted, transitionsOf } from '../explore/definitions.ts';
import { machineSnapshotOf } from '../explore/step.ts';
import type { Tallied } from '../explore/tally.ts';
import { describeWalk } from '../paths/describe-walk.ts';
import { type Difference, type Target, type WalkedStep, type WalkRecord, writePage, writeRecord } from './record.ts';
import { commandOf, currentSelection } from './selection.ts';

type About = {
  readonly target: Target;
  readonly lang: string;
  readonly name: string;
  readonly journey: Journey;
  /** The transitions of all charts. */
  readonly definitions: readonly Definition[];
  /** Folder of the record; by default the report's. */
  readonly folder?: string;
};

export type Recorder = {
  /** The actor of the next step. */
  readonly next: () => readonly string[];
  /** Records that the next step was done, and its actor's resulting state. */
  readonly saw: (actor: AnyActorRef | undefined) => void;
  /** Saves the page at the next step and returns the file's name. */
  readonly show: (html: string) => string;
  /** Records that the next step differed from the plan. */
  readonly differs: (found: Omit<Difference, 'step' | 'planned' | 'message'>, thrown: unknown) => void;
  /** Ends the walk and returns its record. */
  readonly end: (coverage: Tallied) => WalkRecord;
};

const stateOf = (actor: AnyActorRef | undefined): string => dotted(machineSnapshotOf(actor)?.value);

/** The transitions possible in a chart's state, in readable form. */
export const possibleIn = ({ _nodes, machine }: AnyMachineSnapshot): string[] => {
  const nodes: readonly (typeof machine.root)[] = _nodes;
  const lines = nodes
    .toReversed()
    .flatMap(transitionsOf)
    .map(definitionOf)
    .filter(({ forbidden, event }) => !forbidden && event !== 'always')
    .map(({ event, guard, targets }) => {
      const to = targets.map((id) => id.replace(`${machine.id}.`, '')).join(', ') || 'in place';
      return `${event}${guard ? ` [${guard}]` : ''} → ${to}`;
    });
  return [...new Set(lines)];
};

/** An actor's state and its possible transitions; also for an actor that does not exist. */
export const describeState = (actor: AnyActorRef | undefined): Pick<Difference, 'seen' | 'possible'> => {
  const snapshot = machineSnapshotOf(actor);
  return { seen: stateOf(actor), possible: snapshot ? possibleIn(snapshot) : [] };
};

/** Long data is cut, since it is only for readers. */
const brief = (data: unknown): unknown => {
  const text = JSON.stringify(data ?? null);
  return text.length > 600 ? `${text.slice(0, 600)}…` : data;
};

/** Records one walk while it is executed. */
export const createRecorder = ({ target, lang, name, journey, definitions, folder }: About): Recorder => {
  const began = performance.now();
  const { site, machine, steps } = describeWalk(journey, definitions);
  const seen: Pick<WalkedStep, 'seen'>[] = [];
  let difference: Difference | null = null;
  const { input } = journey;
  const seed = typeof input === 'object' && input !== null && 'seed' in input ? String(input.seed) : '';
  return {
    next: () => journey.steps[seen.length]?.actor ?? [],
    saw: (actor) => {
      seen.push({ seen: stateOf(actor) });
    },
    show: (html) => writePage({ target, lang, name }, Math.min(seen.length + 1, steps.length), html, folder),
    differs: (found, thrown) => {
      const text = stripVTControlCharacters(thrown instanceof Error ? thrown.message : String(thrown));
      const [message = ''] = text.trim().split('\n  app');
      const planned = steps[seen.length]?.state ?? '';
      difference = { step: Math.min(seen.length + 1, steps.length), planned, message, ...found };
      seen.push({ seen: found.seen });
    },
    end: (coverage) => ({
      ...{ target, lang, site, machine, name, seed, command: commandOf(target, lang, name), difference, coverage },
      seconds: Math.round(performance.now() - began) / 1000,
      steps: steps.map((step, index) => ({ ...step, data: brief(step.data), seen: null, ...seen[index] })),
    }),
  };
};

/**
 * Runs a walk and saves its record: always if it fails, otherwise if walks were requested (`npm run tool -- chart walks`). Rethrows the walk's
 * error with the command that repeats it.
 */
export const recordWalk = async (
  about: About,
  coverage: { readonly results: () => Tallied },
  run: (recorder: Recorder) => Promise<void>,
): Promise<WalkRecord> => {
  const recorder = createRecorder(about);
  const end = (): WalkRecord => {
    const record = recorder.end(coverage.results());
    if (currentSelection || record.difference) writeRecord(record, about.folder);
    return record;
  };
  try {
    await run(recorder);
  } catch (cause) {
    const { difference, command } = end();
    const { message = String(cause), possible = [] } = difference ?? {};
    const instead = possible.length > 0 ? `\nPossible instead:\n  ${possible.join('\n  ')}` : '';
    throw new Error(`${message}${instead}\nAgain: ${command}`, { cause });
  }
  return end();
};
