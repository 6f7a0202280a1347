import { isRecord } from './describe-walk.ts';
import { type DriverStep, driverStepsOf, faultOf } from './driver-steps.ts';

/** A step of a walk as a visitor of a running shop experiences it. */
export type Action =
  | { readonly kind: 'does'; readonly event: string; readonly data: unknown }
  | { readonly kind: 'goes'; readonly address: string }
  | { readonly kind: 'answers'; readonly actor: string; readonly data: unknown }
  | { readonly kind: 'fails'; readonly actor: string; readonly code: unknown }
  | { readonly kind: 'stands'; readonly state: string }
  | { readonly kind: 'happens'; readonly event: string };

/** A step, or a remark for the reader. */
export type ScriptLine = DriverStep | string;

/** The sandbox card with which the next payment ends as in the walk. */
const cardFor = (actions: readonly Action[]): string => {
  const next = actions.find((action) => 'actor' in action && action.actor === 'postCheckout');
  if (next?.kind === 'fails' && next.code === 'payment_api_failure') return '4000000000000002';
  const status = next?.kind === 'answers' && isRecord(next.data) ? next.data.status : undefined;
  return status === 'requires_action' ? '4000002760003184' : '4242424242424242';
};

const isOurs = ({ kind }: Action): boolean => kind === 'does' || kind === 'goes' || kind === 'happens';

const lineOf = (action: Action, after: readonly Action[]): readonly ScriptLine[] => {
  const end = after.findIndex(isOurs);
  const answers = end < 0 ? after : after.slice(0, end);
  const faults = answers.flatMap((one): ScriptLine[] => {
    if (one.kind !== 'fails' || one.actor === 'takeToken') return [];
    return [faultOf(one.actor, one.code) ?? `${one.actor} has to fail here: ${String(one.code)}`];
  });
  const pays =
    action.kind === 'does' &&
    action.event === 'payment.submit' &&
    answers.some((one) => one.kind === 'answers' && one.actor === 'takeToken');
  if (action.kind === 'does') {
    const card: readonly DriverStep[] = pays ? [['fillCard', cardFor(after)]] : [];
    return [...faults, ...card, ...driverStepsOf(action.event, action.data)];
  }
  if (action.kind === 'goes') return [...faults, ['type', `#${action.address}`]];
  if (action.kind === 'happens') return [...faults, `at this point, outside the page: ${action.event}`];
  if (action.kind === 'stands') return [['at', action.state]];
  if (action.kind === 'answers' && action.data !== null && action.data !== undefined)
    return [`the server answers ${action.actor}: ${JSON.stringify(action.data).slice(0, 100)}`];
  return [];
};

/**
 * A walk as a script for a running shop: failures are set up before the step that causes the request, and successful responses
 * are the shop's own. Pending states are not checked, since they may have passed.
 */
export const scriptOf = (actions: readonly Action[]): ScriptLine[] =>
  actions.flatMap((action, index) => {
    const after = actions.slice(index + 1);
    const isPassing = action.kind === 'stands' && after[0] !== undefined && 'actor' in after[0];
    return isPassing ? [] : lineOf(action, after);
  });

/** The functions of `hands.ts` by name. */
export type Driver = Readonly<Record<string, (...args: string[]) => Promise<void>>>;

/** Executes a script. Throws with the impossible step and the controls on the page. */
export const perform = async (script: readonly ScriptLine[], driver: Driver): Promise<void> => {
  for (const line of script) if (typeof line !== 'string') await driver[line[0]]?.(...line.slice(1));
};
