import { machines } from 'ticket-store/machines/index.ts';
import { onScreen } from 'ticket-store/machines/shared/on-screen.ts';
import { addressIn } from 'ticket-store/test/paths/event-address.ts';
import { createActor } from 'xstate';
import type { Journey } from '../explore/compose.ts';
import { drive } from '../explore/drive.ts';
import { simulateActors } from '../explore/simulated.ts';
import { isRecord, type StepDescription, type WalkDescription } from './describe-walk.ts';
import type { DriverStep } from './driver-steps.ts';
import { type Action, scriptOf } from './script.ts';

/** A walk as lines of a file in which the running shop gives every reply, apart from failures. */

/** The page's `data-state` before a journey and after each step; null while a response is pending. */
const statesOf = async (journey: Journey): Promise<(string | null)[]> => {
  const { machine, simulated } = simulateActors(machines.app);
  const app = createActor(machine, { input: journey.input }).start();
  const seen = () => {
    const { actor, state } = onScreen(app);
    return actor.getSnapshot().hasTag('pending') ? null : state;
  };
  const states = [seen()];
  await drive(journey, { app, simulated, look: () => states.push(seen()) });
  app.stop();
  return states;
};

const actionOf = ({ cause, event, data }: StepDescription, step: Journey['steps'][number]): Action[] => {
  const actor = /\((.*)\)/.exec(event)?.[1] ?? '';
  if (cause === 'visitor') return [{ kind: 'does', event, data }];
  if (cause === 'answer') return [{ kind: 'answers', actor, data }];
  if (cause === 'failure') return [{ kind: 'fails', actor, code: data }];
  if (cause === 'child') return [];
  return event.startsWith('page.requested.')
    ? [{ kind: 'goes', address: addressIn(step.event) }]
    : [{ kind: 'happens', event }];
};

/** What a visitor does and sees on a journey. */
const actionsOf = async (journey: Journey, { steps }: WalkDescription): Promise<Action[]> => {
  const states = await statesOf(journey);
  const isExternal = (step: StepDescription | undefined) =>
    step === undefined || step.cause === 'visitor' || step.cause === 'world';
  // Only before a visitor or the world acts; states in between are the charts' own.
  const checkState = (at: number): Action[] => {
    const state = states[at];
    return state && isExternal(steps[at]) ? [{ kind: 'stands', state }] : [];
  };
  const own = journey.steps.flatMap((step, at) => {
    const description = steps[at];
    return [...(description ? actionOf(description, step) : []), ...checkState(at + 1)];
  });
  return [...checkState(0), ...own];
};

/** Addresses of the plans with names that no running shop knows. */
const sampleName = /(?:mail|ticket|return|share|magazine)-1/;

/** What an ordinary shop answers by itself to an ordinary visitor, by actor. */
const ordinary: Readonly<Record<string, (data: Readonly<Record<string, unknown>>) => boolean>> = {
  search: () => true,
  checkStock: ({ remaining }) => remaining !== 0,
  searchSets: () => true,
  placeOrder: ({ order }) => isRecord(order) && order.price === 2000,
  putCustomer: () => true,
  takeToken: () => true,
  postCheckout: ({ status }) => status === 'paid',
  cancelOrder: () => true,
};

/** Why a running shop does not do this by itself; undefined if it does. */
const reasonOf = (action: Action): string | undefined => {
  if (action.kind === 'happens') return `nothing in the page causes ${action.event}`;
  if (action.kind === 'goes' && sampleName.test(action.address)) return `it has no ${action.address}`;
  if (action.kind !== 'answers') return undefined;
  const isOrdinary = ordinary[action.actor]?.(isRecord(action.data) ? action.data : {}) ?? false;
  return isOrdinary ? undefined : `it does not let ${action.actor} end so by itself`;
};

/** A journey as lines against the shop's own replies. Throws for what the shop does not do by itself. */
export const shopLines = async (journey: Journey, walk: WalkDescription): Promise<DriverStep[]> => {
  const actions = await actionsOf(journey, walk);
  const reasons = actions.flatMap((action) => reasonOf(action) ?? []);
  const script = scriptOf(actions);
  const remarks = script.flatMap((line) =>
    typeof line === 'string' && !line.startsWith('the server answers') ? line : [],
  );
  const { state } = journey.steps.at(-1) ?? { state: '' };
  const passes = actions.at(-1)?.kind === 'stands' ? [] : [`${journey.machine}.${state} passes`];
  const [reason] = [...reasons, ...remarks, ...passes];
  if (reason !== undefined)
    throw new Error(
      `A running shop cannot be walked with --replies shop: ${reason}. Without it the file has the replies.`,
    );
  return script.filter((line) => typeof line !== 'string');
};
