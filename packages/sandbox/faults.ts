import { type DeclineName, isDeclineName } from './cards.ts';
import type { Clock } from './clock.ts';
import { newId } from './ids.ts';

/**
 * When a fault is applied to a call: on arrival, before the effect, after it (before the response is stored), or on the response.
 */
export type Stage = 'arrive' | 'work' | 'done' | 'answer' | 'webhook';

const STAGES = {
  unavailable: 'arrive',
  rate_limit: 'arrive',
  drop_before: 'arrive',
  hang: 'arrive',
  delay: 'work',
  hold: 'work',
  decline: 'work',
  processing: 'work',
  error500: 'work',
  error500_after: 'done',
  hang_after: 'answer',
  drop_after: 'answer',
  lost: 'webhook',
  duplicate: 'webhook',
  late: 'webhook',
  bad_signature: 'webhook',
  wrong_amount: 'webhook',
} as const satisfies Record<string, Stage>;

export type FaultName = keyof typeof STAGES;
export const FAULT_NAMES = Object.keys(STAGES).filter((name): name is FaultName => Object.hasOwn(STAGES, name));

export type Fault = {
  /** A route's name such as `payment_intents.create`, `webhooks` (or `webhooks:<event type>`), or `*` for every API call. */
  route: string;
  fault: FaultName;
  /** For delay and hold: before the effect, or after it while the response is pending. */
  phase: 'before' | 'after';
  /** For delay and late. */
  ms: number;
  /** For hold and late: the name to release it by. */
  id: string | null;
  /** For decline. */
  code: DeclineName;
  /** How many calls it is applied to. */
  times: number;
};

/** Parses a fault from JSON; throws a plain Error that describes what is wrong. */
export function parseFault(input: unknown): Fault {
  const fields: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {};
  const fault = FAULT_NAMES.find((name) => name === fields.fault);
  if (!fault) throw new Error(`fault must be one of ${FAULT_NAMES.join(', ')}`);
  const route = fields.route ?? (STAGES[fault] === 'webhook' ? 'webhooks' : undefined);
  if (typeof route !== 'string' || route === '') throw new Error('route must name a call');
  const { phase = 'before', ms = 0, id = null, code = 'generic_decline', times = 1 } = fields;
  if (phase !== 'before' && phase !== 'after') throw new Error('phase must be before or after');
  if (typeof ms !== 'number' || !(ms >= 0 && ms <= 600_000)) throw new Error('ms must be 0 to 600000');
  if (id !== null && (typeof id !== 'string' || id === '')) throw new Error('id must be a text');
  if (fault === 'hold' && id === null) throw new Error('a hold needs an id to be released by');
  if (typeof code !== 'string' || !isDeclineName(code)) throw new Error('code must be a known decline');
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1) throw new Error('times must be 1 or more');
  return { route, fault, phase, ms, id, code, times };
}

const stageOf = ({ route, fault, phase }: Fault): Stage => {
  if (phase === 'after' && (fault === 'delay' || fault === 'hold')) return 'answer';
  /* For a notice it changes the reported amount, for a call the amount that is really charged. */
  return fault === 'wrong_amount' && !route.startsWith('webhooks') ? 'work' : STAGES[fault];
};

const strikes = (fault: Fault, route: string): boolean =>
  fault.route === route || (fault.route === '*' ? !route.startsWith('webhooks') : route.startsWith(`${fault.route}:`));

export type Faults = ReturnType<typeof createFaults>;

/** The faults set for the next calls, and the calls that are held. */
export function createFaults(clock: Clock) {
  let waiting: Fault[] = [];
  const held = new Map<string, (() => void)[]>();
  const watchers = new Map<string, (() => void)[]>();
  const closed = new AbortController();

  /** Waits until `release(id)`; resolves immediately when the sandbox closes. */
  const hold = (id: string) =>
    new Promise<void>((resolve) => {
      if (closed.signal.aborted) return resolve();
      held.set(id, [...(held.get(id) ?? []), resolve]);
      for (const notify of watchers.get(id) ?? []) notify();
      watchers.delete(id);
    });

  function release(id: string): boolean {
    const calls = held.get(id);
    held.delete(id);
    for (const go of calls ?? []) go();
    return calls !== undefined;
  }

  /** Consumes one use of each kind of fault set for this route and stage, in the sequence they were set. */
  function take(route: string, stage: Stage): Fault[] {
    const struck: Fault[] = [];
    for (const fault of waiting) {
      if (!strikes(fault, route) || stageOf(fault) !== stage) continue;
      if (struck.some((other) => other.fault === fault.fault)) continue;
      struck.push({ ...fault });
      fault.times -= 1;
    }
    waiting = waiting.filter(({ times }) => times > 0);
    return struck;
  }

  /** Waits as delay, hold, late or hang require. */
  async function pause(fault: Fault): Promise<void> {
    if (fault.fault.startsWith('hang')) await hold(newId('hang'));
    else if (fault.id !== null && fault.fault !== 'delay') await hold(fault.id);
    else await clock.sleep(fault.ms, closed.signal);
  }

  return {
    add(fault: Fault): void {
      waiting.push({ ...fault });
    },
    take,
    pause,
    /** The faults of a call's work, after those that only delay it. */
    async takeWork(route: string): Promise<Fault[]> {
      const struck = take(route, 'work');
      for (const fault of struck) if (fault.fault === 'delay' || fault.fault === 'hold') await pause(fault);
      return struck;
    },
    /** Delays the response of a call; whether the connection is cut instead. */
    async cutsAnswer(route: string): Promise<boolean> {
      for (const fault of take(route, 'answer')) {
        if (fault.fault !== 'drop_after') await pause(fault);
        if (fault.fault === 'drop_after' || fault.fault === 'hang_after') return true;
      }
      return false;
    },
    /** Delays a call that changes nothing, so that before and after the effect are the same; its first other fault, or null. */
    async strikeFile(route: string): Promise<Fault | null> {
      for (const fault of [...take(route, 'arrive'), ...take(route, 'work')]) {
        if (!['delay', 'hold', 'hang'].includes(fault.fault)) return fault;
        await pause(fault);
      }
      return null;
    },
    release,
    /** Resolves when a call is held under this id. */
    whenHeld: (id: string) =>
      new Promise<void>((resolve) => {
        if (held.has(id)) resolve();
        else watchers.set(id, [...(watchers.get(id) ?? []), resolve]);
      }),
    list: () => ({ waiting, held: [...held.keys()] }),
    /** Removes all faults and releases every held call. */
    clear(): void {
      waiting = [];
      for (const id of [...held.keys()]) release(id);
    },
    close(): void {
      closed.abort();
      this.clear();
    },
  };
}
