import { describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { langs } from '#src/domain/lang.ts';
import { plan } from '#test/gallery/plan.ts';
import { allScenes, stateOf } from '#test/gallery/scenes.ts';
import { walks } from '#test/gallery/walks.ts';

/** The part of a chart's state node that is used here. */
type Node = {
  key: string;
  states: Record<string, Node>;
  tags: readonly string[];
  meta?: unknown;
  type: string;
  invoke: readonly { id: string }[];
};

/** Charts whose id differs from the name that their parent uses. */
const otherNames: Readonly<Record<string, string>> = { changedate: 'change-date' };
const charts: ReadonlyMap<string, { root: Node }> = new Map(Object.entries(machines));

const childIn = (meta: unknown): string | null =>
  typeof meta === 'object' && meta !== null && 'child' in meta && typeof meta.child === 'string' ? meta.child : null;

/** Each state with a screen that waits for the visitor, as `data-state` names it. `above` are the parents' names. */
const settledStatesOf = (node: Node, above: readonly string[] = []): string[] => {
  const child = childIn(node.meta);
  if (child !== null) {
    const chart = charts.get(otherNames[child] ?? child);
    if (!chart) throw new Error(`No chart is called ${child}.`);
    return settledStatesOf(chart.root, above);
  }
  const inner = Object.values(node.states);
  if (inner.length > 0) return inner.flatMap((state) => settledStatesOf(state, [...above, state.key]));
  return node.type === 'final' || node.tags.includes('pending') ? [] : [above.join('.')];
};

/** The gallery shows every scene (test/README.md#gallery). */
const away = ['purchase.checkout.away', 'changedate.checkout.away']; // The window shows the provider's page then.
const offering = 'purchase.sended-mail.offering'; // The page of sended-mail.waiting without the countdown.
const waiting = 'changedate.checkout.waiting'; // The page of payment-callback.waiting.
const chosen = 'shared.kept'; // A share link offers no choice of a date.
const others = [...away, offering, waiting, chosen];
const settledStates = settledStatesOf(machines.app.root).filter((state) => !others.includes(state));
const walked = Object.values(walks).map(({ scenes }) => scenes);

describe('the scenes', () => {
  it('show every settled state of the charts', () => {
    expect(settledStates.length).toBeGreaterThan(30);
    const seen = new Set(allScenes.map(stateOf));
    expect(settledStates.filter((state) => !seen.has(state))).toEqual([]);
  });

  it('are each on exactly one walk', () => {
    expect(walked.flat().toSorted()).toEqual(allScenes.toSorted());
  });
});

it('the plan has every scene in every language, on a phone or a wall screen, and few enough pictures for a quarter of an hour', () => {
  const usual = plan
    .filter(({ mode }) => ['phone', 'wall'].includes(mode))
    .map(({ scene, lang }) => `${scene} ${lang}`);
  expect(usual).toEqual(expect.arrayContaining(allScenes.flatMap((scene) => langs.map((lang) => `${scene} ${lang}`))));
  // A picture takes about a second.
  expect(plan.length).toBeLessThanOrEqual(186 * langs.length);
});
