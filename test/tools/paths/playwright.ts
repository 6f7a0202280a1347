import { readFileSync } from 'node:fs';
import { createActor } from 'xstate';
import { machines } from '#machines/index.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { addressIn } from '#test/paths/event-address.ts';
import { simulateActors } from '#test/tools/explore/simulated.ts';
import type { Journey } from '../explore/compose.ts';
import { drive } from '../explore/drive.ts';
import type { StepDescription, WalkDescription } from './describe-walk.ts';
import { type Action, type ScriptLine, scriptOf } from './script.ts';

const head = `import { afterAll, beforeAll, it } from 'vitest';

// Walks a shop that runs: the one that \`npm start\` serves, or that of SHOP_URL; CHROMIUM_PATH names the browser.
//   npx vitest run --root <the folder of this file>
// With @playwright/test: \`import { test as it } from '@playwright/test'\`, leave out \`browser\`, beforeAll and afterAll, and
// write \`async ({ browser }) => {\` for each \`async () => {\`.
const shop = process.env.SHOP_URL ?? 'http://localhost:4173';
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, 60_000);
afterAll(() => browser.close());
`;

/** The source of `hands.ts`, so that the generated file depends on packages only. */
const driverSource = (): readonly [imports: string, rest: string] => {
  const text = readFileSync(new URL('driver.ts', import.meta.url), 'utf8').replaceAll('export ', '');
  const end = text.indexOf('\n\n');
  return [text.slice(0, end), text.slice(end + 2)];
};

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const written = (line: ScriptLine): string =>
  typeof line === 'string' ? `// ${line}` : `await visitor.${line[0]}(${line.slice(1).map(quoted).join(', ')});`;

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
  return event === 'page.requested' ? [{ kind: 'goes', address: addressIn(step.event) }] : [{ kind: 'happens', event }];
};

/** What a visitor does and sees on a journey. */
export const actionsOf = async (journey: Journey, { steps }: WalkDescription): Promise<Action[]> => {
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

/** A Playwright file that walks the journeys in a running shop by visible controls. */
export const playwright = async (journeys: readonly Journey[], walks: readonly WalkDescription[]): Promise<string> => {
  const tests: string[] = [];
  for (const [index, journey] of journeys.entries()) {
    const walk = walks[index];
    if (walk === undefined) continue;
    const address = walk.site === 'borderless' ? '/' : `/${walk.site}/`;
    const lines = scriptOf(await actionsOf(journey, walk)).map(written);
    const opening = `const visitor = await openPage(browser, \`\${shop}${address}\`);`;
    const title = quoted(`${walk.machine} ${index + 1} (${walk.site})`);
    tests.push(
      [`it(${title}, async () => {`, ...[opening, ...lines].map((line) => `  ${line}`), '}, 120_000);'].join('\n'),
    );
  }
  const [imports, rest] = driverSource();
  return [`${imports}\n${head}`, tests.join('\n\n'), `\n${rest}`].join('\n');
};
