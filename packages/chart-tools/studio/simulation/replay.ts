import type { AnyActorRef } from 'xstate';
import type { AddressedStep } from '../../explore/realise.ts';
import { stepsTo } from './press.ts';

/**
 * Takes transitions in an app with simulated actors, by their ids. `taken`: those that were taken and are not accounted for yet;
 * the caller adds them.
 */
export const createReplay = (app: AnyActorRef, taken: string[], execute: (step: AddressedStep) => void) => {
  /** Takes a transition from here. Returns whether it was possible. */
  const press = (arrow: string): boolean => {
    const found = stepsTo(app, arrow);
    for (const step of found ?? []) execute(step);
    return found !== null;
  };
  const isDone = (arrow: string): boolean => {
    const at = taken.indexOf(arrow);
    if (at >= 0) taken.splice(at, 1);
    return at >= 0;
  };
  /** Takes a transition unless it has been taken as a consequence of an earlier one. Returns whether it was taken at all. */
  const replay = (arrow: string): boolean =>
    isDone(arrow) || (press(arrow) && isDone(arrow)) || arrow.includes('| snapshot(');
  return { press, replay };
};
