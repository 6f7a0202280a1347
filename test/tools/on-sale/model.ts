import type { Chance } from '../race/chance.ts';

/** What things cost, measured (docs/scaling.md#what-a-process-carries). */
export type Costs = {
  /** Orders a process places in a second when it does nothing else, with the database nearby. */
  ordersPerSecond: number;
  /** CPU of a place in the queue, and of a question for it, in orders. */
  place: number;
  question: number;
};
export const costs: Costs = { ordersPerSecond: 450, place: 0.75, question: 0.2 };

export type Sale = { visitors: number; seats: number; minutes: number; processes: number; hasQueue: boolean };

export type Outcome = {
  /** Seconds from the opening until the last seat was taken; null if some were left. */
  soldOutAfter: number | null;
  ordersAtMost: number;
  /** Requests that were rejected with 503. */
  rejected: number;
  /** Visitors who gave up after `tries` rejections. */
  gaveUp: number;
  /** Seconds from the first order of a visitor to the one that succeeded. */
  waits: number[];
  /** The same for those who learned that nothing is left, or gave up. */
  waitsInVain: number[];
  questionsAtMost: number;
};

type Visitor = { came: number; people: number; tries: number };

/** Half come in the first minute; they choose for half a minute to a minute and a half. */
const arrival = (chance: Chance, minutes: number): number => {
  const opens = chance.below(chance.happens(0.5) ? 60 : 60 * minutes);
  return opens + 30 + chance.below(60);
};
/** One to four people, 2.2 on average. */
const people = (chance: Chance): number => {
  const drawn = chance.below(100);
  return drawn < 25 ? 1 : drawn < 70 ? 2 : drawn < 85 ? 3 : 4;
};

/** Rejections after which a visitor gives up, and seconds between two tries: Retry-After and a hand. */
const tries = 8;
const pause = (chance: Chance): number => 3 + chance.below(7);
/** Seconds that a visitor whose turn comes needs, and the share who do not use it; such a turn is over after five minutes. */
const enters = (chance: Chance): number => 3 + chance.below(40);
const misses = 0.08;
const turn = 300;
/** Seconds that a process lets requests wait before it rejects more. */
const longestWait = 5;

/**
 * A sale, second by second, by a seed: what arrives is served in its sequence, up to what the processes carry. Without a queue more
 * than five seconds' worth of orders are rejected, and visitors try again; with one, half of what the processes carry is admitted.
 */
export const simulate = ({ visitors, seats, minutes, processes, hasQueue }: Sale, chance: Chance): Outcome => {
  const capacity = costs.ordersPerSecond * processes;
  const perSecond = capacity / 2;
  const due = new Map<number, Visitor[]>();
  const plan = (second: number, visitor: Visitor): void => {
    const list = due.get(second) ?? [];
    list.push(visitor);
    due.set(second, list);
  };
  for (let at = 0; at < visitors; at += 1) {
    const came = arrival(chance, minutes);
    plan(came, { came, people: people(chance), tries: 0 });
  }
  const outcome: Outcome = {
    ...{ soldOutAfter: null, ordersAtMost: 0, rejected: 0, gaveUp: 0, waits: [], waitsInVain: [], questionsAtMost: 0 },
  };
  const ending = new Map<number, number>();
  const backlog: Visitor[] = [];
  const line: Visitor[] = [];
  const admitted = new Map<number, Visitor[]>();
  let [left, credit, head, first] = [seats, 0, 0, 0];

  const order = (visitor: Visitor, second: number): void => {
    if (left < visitor.people) {
      outcome.waitsInVain.push(second - visitor.came);
      return;
    }
    left -= visitor.people;
    if (left === 0) outcome.soldOutAfter = second;
    outcome.waits.push(second - visitor.came);
  };

  for (let second = 0; second < minutes * 60 + 1_800; second += 1) {
    let budget = capacity;
    if (hasQueue) {
      credit = Math.min(perSecond * 10, credit + perSecond + (ending.get(second) ?? 0));
      for (const visitor of due.get(second) ?? [])
        if (credit >= 1 && head === line.length) {
          credit -= 1;
          backlog.push(visitor);
        } else line.push(visitor);
      while (credit >= 1 && head < line.length) {
        const visitor = line[head];
        head += 1;
        credit -= 1;
        if (!visitor) break;
        const when = chance.happens(misses) ? null : second + enters(chance);
        if (when === null) ending.set(second + turn, (ending.get(second + turn) ?? 0) + 1);
        else admitted.set(when, [...(admitted.get(when) ?? []), visitor]);
      }
      const waiting = line.length - head;
      const questions = waiting / Math.min(30, Math.max(2, waiting / perSecond / 10));
      outcome.questionsAtMost = Math.max(outcome.questionsAtMost, Math.ceil(questions));
      budget -= (due.get(second)?.length ?? 0) * costs.place + questions * costs.question;
      backlog.push(...(admitted.get(second) ?? []));
    } else {
      for (const visitor of due.get(second) ?? []) {
        if (backlog.length - first < capacity * longestWait) {
          backlog.push(visitor);
          continue;
        }
        outcome.rejected += 1;
        visitor.tries += 1;
        if (visitor.tries < tries) plan(second + pause(chance), visitor);
        else {
          outcome.gaveUp += 1;
          outcome.waitsInVain.push(second - visitor.came);
        }
      }
    }
    const count = Math.min(backlog.length - first, Math.max(0, Math.floor(budget)));
    for (const visitor of backlog.slice(first, first + count)) order(visitor, second);
    first += count;
    outcome.ordersAtMost = Math.max(outcome.ordersAtMost, count);
  }
  return outcome;
};

/** A quantile of numbers. */
export const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0;
