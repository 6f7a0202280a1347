import { readFileSync } from 'node:fs';
import type { Method } from 'ticket-store/src/domain/payment.ts';
import { rulesOf, type SiteCode } from 'ticket-store/src/domain/site.ts';
import { inputOf } from 'ticket-store/test/paths/input.ts';
import { catalogue, today } from 'ticket-store/test/paths/sample-shop.ts';
import surface from 'ticket-store/test/paths/surface.json' with { type: 'json' };
import { settingsOf, siteCodes } from 'ticket-store/test/tools/example-sites.ts';
import type { Journey } from '../explore/compose.ts';
import { type Line, plannedLines } from './planned.ts';
import { answeredCalls } from './replies.ts';

/** The test runner for which a file is written. */
export type Runner = 'playwright' | 'vitest';

const heads: Readonly<Record<Runner, string>> = {
  playwright: `import { type Page, type Request, type Route, test } from '@playwright/test';

// Walks a running shop: that of \`npm start\`, or of SHOP_URL.
//   npx playwright test
test.use({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo', serviceWorkers: 'block', viewport: { width: 1280, height: 900 } });
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 240_000 });
`,
  vitest: `import { type Browser, chromium, type Page, type Request, type Route } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';

// Walks a running shop: that of \`npm start\`, or of SHOP_URL; CHROMIUM_PATH names the browser.
//   npx vitest run --root <the folder of this file>
let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
}, 60_000);
afterAll(() => browser.close());

const test = (title: string, walk: (about: { page: Page }) => Promise<void>) =>
  it(title, { timeout: 240_000 }, async () => {
    const context = await browser.newContext({
      ...{ locale: 'ja-JP', timezoneId: 'Asia/Tokyo', serviceWorkers: 'block', reducedMotion: 'reduce' },
      viewport: { width: 1280, height: 900 },
    });
    await walk({ page: await context.newPage() }).finally(() => context.close());
  });
`,
};

/** A union of the names among these rows of the stable surface. */
const union = (rows: readonly string[]): string => {
  const names = rows.map((row) => row.replace(/ [★<].*/, '')).filter((name) => /^[\w.-]+$/.test(name));
  return [...new Set(names)].map((name) => `\n  | '${name}'`).join('');
};

/** Source of these files without imports and exports, to be copied into a generated file, so that it depends on packages only. */
const sources = (names: readonly string[]): string =>
  names
    .map((name) => readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8'))
    .map((text) => text.replace(/^(?:import [^;]*;\n)+\n/, '').replaceAll(/^export /gm, ''))
    .join('\n')
    .replace(/^type PageState = string/m, `type PageState =${union(Object.keys(surface))}`)
    .replace(/^type EventName = string/m, `type EventName =${union(Object.values(surface).flat())}`);

const literal = (value: unknown): string => {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  return JSON.stringify(value);
};

/** Collects values that are too long for a line as constants of the generated file, each written once. */
const createConstants = () => {
  const known = new Map<string, string>();
  return {
    refer: (value: unknown, name: string): string => {
      const text = literal(value);
      if (text.length < 60) return text;
      const same = known.get(text) ?? `${name}${known.size + 1}`;
      known.set(text, same);
      return same;
    },
    written: (): string =>
      [...known].map(([text, name]) => `const ${name} = ${JSON.stringify(JSON.parse(text), null, 2)};`).join('\n'),
  };
};
type Constants = ReturnType<typeof createConstants>;

const writeLine =
  ({ refer }: Constants) =>
  ([method, ...args]: Line): string =>
    `  await visitor.${method}(${args.map((arg) => (typeof arg === 'object' ? refer(arg, method) : literal(arg))).join(', ')});`;

/** The first site that has the walk's rules and takes its methods, because plans name a site only for its rules. */
const siteOf = (journey: Journey): SiteCode => {
  const { code, mailConfirm, onlyMail } = inputOf(journey).site;
  // Without a choice in the walk, the page's preselected first method is used.
  const choosesMethod = journey.steps.some(({ event }) => event.type === 'method.choose');
  const methods: readonly Method[] = choosesMethod ? catalogue.methods.map(({ id }) => id) : ['stripe_secure'];
  for (const site of [code, ...siteCodes]) {
    const settings = settingsOf(site);
    const rules = rulesOf(settings);
    const isSame = rules.mailConfirm === mailConfirm && rules.onlyMail === onlyMail;
    if (isSame && methods.every((method) => settings.methods.includes(method))) return site;
  }
  throw new Error(`No site has the rules ${JSON.stringify({ mailConfirm, onlyMail })} and takes cards.`);
};

/** The catalogue of a walk's page; empty if the walk itself answers these calls. */
const catalogueFor = (journey: Journey): Readonly<Record<string, unknown>> => {
  const { products, fieldTemplates: field_templates, methods: paymentmethods } = catalogue;
  return journey.actor.includes('catalogue') ? {} : { products, field_templates, paymentmethods };
};

/** Lines of a test's body; the test itself answers the page's calls. */
const bodyOf = async (journey: Journey, address: string, constants: Constants): Promise<string[]> => {
  const { before, lines } = await plannedLines(journey);
  const write = writeLine(constants);
  const calls = constants.refer(answeredCalls(journey.actor.includes('catalogue')), 'calls');
  return [
    `  const visitor = await openVisitor(page, shopUrl, ${calls}, {`,
    `    address: ${literal(address)},`,
    `    now: ${literal(today.toISOString())},`,
    `    catalogue: ${constants.refer(catalogueFor(journey), 'catalogue')},`,
    '  });',
    ...before.map(write),
    '  await visitor.start();',
    ...lines.map(write),
  ];
};

/** Writes a file of tests that walk the journeys in a running shop by visible controls. Throws for a journey that cannot be walked. */
export const playwright = async (journeys: readonly Journey[], runner: Runner): Promise<string> => {
  const constants = createConstants();
  const tests: string[] = [];
  const goals: string[] = [];
  for (const journey of journeys) {
    const site = siteOf(journey);
    const body = await bodyOf(journey, site === siteCodes[0] ? '/' : `/${site}/`, constants);
    const last = journey.steps.findLast(({ actor }) => actor.join() === journey.actor.join());
    const goal = last ? `${journey.machine}.${last.state}` : journey.machine;
    goals.push(goal);
    const times = goals.filter((one) => one === goal).length;
    const title = literal(`${goal}${times > 1 ? ` ${times}` : ''} (${site})`);
    tests.push([`test(${title}, async ({ page }) => {`, ...body, '});'].join('\n'));
  }
  const url = "const shopUrl = (process.env.SHOP_URL ?? 'http://localhost:4173').replace(/\\/$/, '');";
  const included = sources(['runtime/page', 'runtime/shop', 'runtime/visitor']);
  return [heads[runner], url, constants.written(), included, tests.join('\n\n'), ''].join('\n');
};
