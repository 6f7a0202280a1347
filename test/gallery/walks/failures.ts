import { fail } from '#test/browser/kit/failures.ts';
import { type FailureScene, sceneFailures } from '../scenes.ts';
import type { Walk } from './walk.ts';

/** Causes each row of the failure table, and goes the way on that it offers. */
export const failing: Walk<FailureScene> = async function* ({ visitor, shop, lang }) {
  const someone = { visitor, shop, lang };
  for (const code of sceneFailures) {
    const reach = await fail(code, someone);
    yield `failure.${code}`;
    await reach.goOn(someone);
    await visitor.at(reach.leadsTo);
  }
};
