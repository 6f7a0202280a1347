import type { Box, Spot } from '../../drawing/pack.ts';

type Step = { readonly at: Spot; readonly isLevel: boolean; readonly cost: number; readonly before: Step | null };

/** Between a line and the boxes that it passes, and what a corner costs, px. */
const [gap, corner] = [7, 40];

const sorted = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b);
const cornersOf = ({ at, before }: Step): Spot[] => [...(before ? cornersOf(before) : []), at];

/**
 * The corners of a line, all of it level or upright, from one of the sides of a box at a height to another box. It crosses none of
 * `others`; null if it cannot.
 */
export const wayTo = (from: Box, height: number, to: Box, others: readonly Box[]): Spot[] | null => {
  const [right, bottom] = [to.x + to.width, to.y + to.height];
  const boxes = [from, to, ...others];
  const xs = sorted([...boxes.flatMap((box) => [box.x - gap, box.x + box.width + gap]), to.x + to.width / 2]);
  const ys = sorted([...boxes.flatMap((box) => [box.y - gap, box.y + box.height + gap]), height, to.y + to.height / 2]);
  const isFree = (a: Spot, b: Spot): boolean =>
    others.every(
      (box) =>
        Math.max(a.x, b.x) < box.x - 2 ||
        Math.min(a.x, b.x) > box.x + box.width + 2 ||
        Math.max(a.y, b.y) < box.y - 2 ||
        Math.min(a.y, b.y) > box.y + box.height + 2,
    );
  const best = new Map<string, Step>();
  const queue: Step[] = [];
  let found: Step | null = null;
  const onTo = (before: Step, at: Spot): Step => {
    const isLevel = at.y === before.at.y;
    const length = Math.abs(at.x - before.at.x) + Math.abs(at.y - before.at.y);
    return { at, isLevel, before, cost: before.cost + length + (isLevel === before.isLevel ? 0 : corner) };
  };
  const reach = (before: Step, at: Spot): void => {
    const step = onTo(before, at);
    const key = `${at.x} ${at.y} ${step.isLevel}`;
    if (step.cost >= Math.min(best.get(key)?.cost ?? Infinity, found?.cost ?? Infinity)) return;
    best.set(key, step);
    queue.push(step);
  };
  const arrive = (before: Step, at: Spot): void => {
    const step = onTo(before, at);
    if (step.cost < (found?.cost ?? Infinity)) found = step;
  };
  for (const [x, out] of [
    [from.x, from.x - gap],
    [from.x + from.width, from.x + from.width + gap],
  ] as const)
    reach({ at: { x, y: height }, isLevel: true, cost: 0, before: null }, { x: out, y: height });
  for (const step of queue) {
    const {
      at: { x, y },
      isLevel,
    } = step;
    if (best.get(`${x} ${y} ${isLevel}`) !== step) continue;
    const isBeside = y > to.y + gap && y < bottom - gap;
    const isAcross = x > to.x + gap && x < right - gap;
    if (isBeside && (x === to.x - gap || x === right + gap)) arrive(step, { x: x < to.x ? to.x : right, y });
    if (isAcross && (y === to.y - gap || y === bottom + gap)) arrive(step, { x, y: y < to.y ? to.y : bottom });
    const [column, row] = [xs.indexOf(x), ys.indexOf(y)];
    for (const [nextX, nextY] of [
      [xs[column - 1], y],
      [xs[column + 1], y],
      [x, ys[row - 1]],
      [x, ys[row + 1]],
    ]) {
      if (nextX === undefined || nextY === undefined) continue;
      const next = { x: nextX, y: nextY };
      if (isFree(step.at, next)) reach(step, next);
    }
  }
  return found && cornersOf(found);
};
