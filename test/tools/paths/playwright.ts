import { readFileSync } from 'node:fs';
import { createActor } from 'xstate';
import { machines } from '#machines/index.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { addressIn } from '#test/paths/event-address.ts';
import type { Journey } from '../explore/compose.ts';
import { drive } from '../explore/drive.ts';
import { holdActors } from '../explore/held.ts';
import { type Act, type Line, scriptOf } from './script.ts';
import type { ToldStep, ToldWalk } from './told.ts';

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
const hands = (): readonly [imports: string, rest: string] => {
  const text = readFileSync(new URL('hands.ts', import.meta.url), 'utf8').replaceAll('export ', '');
  const end = text.indexOf('\n\n');
  return [text.slice(0, end), text.slice(end + 2)];
};

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const written = (line: Line): string =>
  typeof line === 'string' ? `// ${line}` : `await visitor.${line[0]}(${line.slice(1).map(quoted).join(', ')});`;

/** The page's `data-state` before a journey and after each step; null while a response is pending. */
const statesOf = async (journey: Journey): Promise<(string | null)[]> => {
  const { machine, held } = holdActors(machines.app);
  const app = createActor(machine, { input: journey.input }).start();
  const seen = () => {
    const { actor, state } = onScreen(app);
    return actor.getSnapshot().hasTag('pending') ? null : state;
  };
  const states = [seen()];
  await drive(journey, { app, held, look: () => states.push(seen()) });
  app.stop();
  return states;
};

const actOf = ({ who, event, data }: ToldStep, step: Journey['steps'][number]): Act[] => {
  const actor = /\((.*)\)/.exec(event)?.[1] ?? '';
  if (who === 'visitor') return [{ kind: 'does', event, data }];
  if (who === 'answer') return [{ kind: 'answers', actor, data }];
  if (who === 'failure') return [{ kind: 'fails', actor, code: data }];
  if (who === 'child') return [];
  return event === 'page.requested' ? [{ kind: 'goes', address: addressIn(step.event) }] : [{ kind: 'happens', event }];
};

/** What a visitor does and sees on a journey. */
export const actsOf = async (journey: Journey, { steps }: ToldWalk): Promise<Act[]> => {
  const states = await statesOf(journey);
  const isDeed = (step: ToldStep | undefined) => step === undefined || step.who === 'visitor' || step.who === 'world';
  // Only before a visitor or the world acts; states in between are the charts' own.
  const stands = (at: number): Act[] => {
    const state = states[at];
    return state && isDeed(steps[at]) ? [{ kind: 'stands', state }] : [];
  };
  const own = journey.steps.flatMap((step, at) => {
    const told = steps[at];
    return [...(told ? actOf(told, step) : []), ...stands(at + 1)];
  });
  return [...stands(0), ...own];
};

/** A Playwright file that walks the journeys in a running shop by visible controls. */
export const playwright = async (journeys: readonly Journey[], walks: readonly ToldWalk[]): Promise<string> => {
  const tests: string[] = [];
  for (const [index, journey] of journeys.entries()) {
    const walk = walks[index];
    if (walk === undefined) continue;
    const address = walk.site === 'borderless' ? '/' : `/${walk.site}/`;
    const lines = scriptOf(await actsOf(journey, walk)).map(written);
    const opening = `const visitor = await come(browser, \`\${shop}${address}\`);`;
    const title = quoted(`${walk.machine} ${index + 1} (${walk.site})`);
    tests.push(
      [`it(${title}, async () => {`, ...[opening, ...lines].map((line) => `  ${line}`), '}, 120_000);'].join('\n'),
    );
  }
  const [imports, rest] = hands();
  return [`${imports}\n${head}`, tests.join('\n\n'), `\n${rest}`].join('\n');
};
