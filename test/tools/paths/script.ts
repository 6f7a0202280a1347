import { type Deed, deedsOf, faultOf } from './deeds.ts';
import { isRecord } from './told.ts';

/** A step of a walk as a visitor of a running shop experiences it. */
export type Act =
  | { readonly kind: 'does'; readonly event: string; readonly data: unknown }
  | { readonly kind: 'goes'; readonly address: string }
  | { readonly kind: 'answers'; readonly actor: string; readonly data: unknown }
  | { readonly kind: 'fails'; readonly actor: string; readonly code: unknown }
  | { readonly kind: 'stands'; readonly state: string }
  | { readonly kind: 'happens'; readonly event: string };

/** A step, or a remark for the reader. */
export type Line = Deed | string;

/** The sandbox card with which the next payment ends as in the walk. */
const cardFor = (acts: readonly Act[]): string => {
  const next = acts.find((act) => 'actor' in act && act.actor === 'postCheckout');
  if (next?.kind === 'fails' && next.code === 'payment_api_failure') return '4000000000000002';
  const status = next?.kind === 'answers' && isRecord(next.data) ? next.data.status : undefined;
  return status === 'requires_action' ? '4000002760003184' : '4242424242424242';
};

const isOurs = ({ kind }: Act): boolean => kind === 'does' || kind === 'goes' || kind === 'happens';

const lineOf = (act: Act, after: readonly Act[]): readonly Line[] => {
  const end = after.findIndex(isOurs);
  const answers = end < 0 ? after : after.slice(0, end);
  const faults = answers.flatMap((one): Line[] => {
    if (one.kind !== 'fails' || one.actor === 'takeToken') return [];
    return [faultOf(one.actor, one.code) ?? `${one.actor} has to fail here: ${String(one.code)}`];
  });
  const pays =
    act.kind === 'does' &&
    act.event === 'payment.submit' &&
    answers.some((one) => one.kind === 'answers' && one.actor === 'takeToken');
  if (act.kind === 'does') {
    const card: readonly Deed[] = pays ? [['fillCard', cardFor(after)]] : [];
    return [...faults, ...card, ...deedsOf(act.event, act.data)];
  }
  if (act.kind === 'goes') return [...faults, ['type', `#${act.address}`]];
  if (act.kind === 'happens') return [...faults, `the world does ${act.event} here`];
  if (act.kind === 'stands') return [['at', act.state]];
  if (act.kind === 'answers' && act.data !== null && act.data !== undefined)
    return [`the server answers ${act.actor}: ${JSON.stringify(act.data).slice(0, 100)}`];
  return [];
};

/**
 * A walk as a script for a running shop: failures are set up before the step that causes the request, and successful responses
 * are the shop's own. Pending states are not checked, since they may have passed.
 */
export const scriptOf = (acts: readonly Act[]): Line[] =>
  acts.flatMap((act, index) => {
    const after = acts.slice(index + 1);
    const isPassing = act.kind === 'stands' && after[0] !== undefined && 'actor' in after[0];
    return isPassing ? [] : lineOf(act, after);
  });

/** The functions of `hands.ts` by name. */
export type Hands = Readonly<Record<string, (...words: string[]) => Promise<void>>>;

/** Executes a script. Throws with the impossible step and the controls on the page. */
export const perform = async (script: readonly Line[], hands: Hands): Promise<void> => {
  for (const line of script) if (typeof line !== 'string') await hands[line[0]]?.(...line.slice(1));
};
