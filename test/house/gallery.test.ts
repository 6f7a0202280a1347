import { describe, expect, it } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { machines } from '#machines/index.ts';
import { langs } from '#src/domain/lang.ts';
import { plan } from '#test/gallery/plan.ts';
import { allScenes, stateOf } from '#test/gallery/scenes.ts';
import { walks } from '#test/gallery/walks.ts';
import { metaOf } from './chart-rules.ts';

/** Charts whose id differs from the name that their parent uses. */
const otherNames: Readonly<Record<string, string>> = { changedate: 'change-date' };

/** Each state with a screen that waits for the visitor, as `data-state` names it. `above` are the parents' names. */
const settledStatesOf = (node: AnyStateNode, above: readonly string[] = []): string[] => {
  const { child } = metaOf(node);
  if (typeof child === 'string') {
    const chart = Object.values(machines).find(({ id }) => id === (otherNames[child] ?? child));
    if (!chart) throw new Error(`No chart is called ${child}.`);
    return settledStatesOf(chart.root, above);
  }
  const inner = Object.values<AnyStateNode>(node.states);
  if (inner.length > 0) return inner.flatMap((state) => settledStatesOf(state, [...above, state.key]));
  return node.type === 'final' || node.tags.includes('pending') ? [] : [above.join('.')];
};

/** States that need no scene, and why. */
const others: Readonly<Record<string, string>> = {
  'purchase.checkout.away': 'the window shows the provider’s page',
  'changedate.checkout.away': 'the window shows the provider’s page',
  'purchase.sended-mail.offering': 'the page of sended-mail.waiting without the countdown',
  'changedate.checkout.waiting': 'the page of payment-callback.waiting',
  'shared.kept': 'a share link offers no choice of a date',
};
const settledStates = settledStatesOf(machines.app.root).filter((state) => !(state in others));
const walked = Object.values(walks).map(({ scenes }) => scenes);

/** The gallery shows every scene (test/README.md#gallery). */
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
