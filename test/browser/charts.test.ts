import { type Journey, journeys } from '@ticket-store/chart-tools/explore/compose.ts';
import { allDefinitions } from '@ticket-store/chart-tools/explore/definitions.ts';
import { endedChild } from '@ticket-store/chart-tools/explore/step.ts';
import { tours } from '@ticket-store/chart-tools/explore/tours.ts';
import { byHand, everyState } from '@ticket-store/chart-tools/explore/ways.ts';
import { describeWalk } from '@ticket-store/chart-tools/paths/describe-walk.ts';
import { type DriverStep, plannedSteps } from '@ticket-store/chart-tools/paths/planned-steps.ts';
import { expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { ledgerAt } from '#test/api/kit/buyer.ts';
import { customer } from '#test/paths/answers.ts';
import { isPageRequest } from '#test/paths/event-address.ts';
import { movesOf } from '#test/paths/moves.ts';
import { plans } from '#test/paths/plans.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { recordKeys } from './kit/key-requests.ts';
import { plannedDriver } from './kit/planned-driver.ts';
import { storageFaults } from './kit/storage-faults.ts';

/**
 * Planned walks in Chromium with real clicks, the real server and the sandbox, as far as a shop does by itself what they plan. All
 * walks run in happy-dom (`test/paths/screens.test.ts`); a run without FULL=1 draws a few of these.
 */

const { shop, lane } = await openFixture();

/** Ways through a purchase, by their events. */
const purchases = [
  'done(order), customer.submit, done(putCustomer), done(payment), checkout.submit, done(checkout), @complete',
  'done(order), step.back, done(order), customer.submit, done(putCustomer), order.cancel, done(cancelOrder), @order',
  'done(order), customer.submit, done(putCustomer), done(payment), step.change, done(payment), checkout.submit, done(checkout), @complete',
].map((events) => events.split(', '));

const definitions = Object.values(machines).flatMap(allDefinitions);

const posts = journeys(machines.app, plans, (model) => [
  ...(model.machine.id === 'purchase' ? purchases.map((events) => byHand(model, events)) : []),
  ...tours(model),
  ...everyState(model),
]);

/** Whether the visitor causes every step that is no reply; the page of a walk is open when it begins. */
const isByVisitor = ({ machine, steps }: Journey): boolean =>
  machine !== 'catalogue' &&
  steps.every(
    ({ event, automatic }) =>
      automatic || endedChild(event.type) !== undefined || isPageRequest(event) || movesOf(event) !== undefined,
  );

const scripts = new Map<string, { readonly name: string; readonly lines: readonly DriverStep[] }>();
for (const journey of posts.flatMap((post) => post.journeys).filter(isByVisitor)) {
  const description = describeWalk(journey, definitions);
  // the page that is opened is the first site's
  if (description.site !== siteCodes[0]) continue;
  const lines = await plannedSteps(journey, description);
  const name = `${journey.machine} ${scripts.size + 1}`;
  if (lines && !scripts.has(JSON.stringify(lines))) scripts.set(JSON.stringify(lines), { name, lines });
}
const all = [...scripts.values()];
const bought = all.filter(({ lines }) => lines.some(([, control]) => control === 'checkout.submit'));
const others = all.filter((walk) => !bought.includes(walk));
const share = 5;
const groups = Array.from({ length: Math.ceil(others.length / share) }, (_, at) =>
  others.slice(at * share, (at + 1) * share),
);
const walks = [...bought, ...sampled('planned walks in Chromium', groups)];

it('planned walks that a shop replies to by itself buy, cancel, fail and visit pages', () => {
  expect(bought.length).toBe(2);
  expect(others.length).toBeGreaterThan(15);
});

it.each(walks.map(({ name, lines }) => [name, lines] as const))('%s runs as planned', async (_, lines) => {
  const { page } = await lane.visit();
  const requests = recordKeys(page.context());
  const driver = plannedDriver(page);
  const at = async (state: string): Promise<void> => {
    await driver.at(state);
    expect(await storageFaults(page, state, customer)).toEqual([]);
  };
  await page.goto(`${lane.url}/?lang=ja`);
  const acts: Readonly<Record<string, (...args: string[]) => Promise<void>>> = { ...driver, at };
  for (const [method, ...args] of lines) await acts[method]?.(...args);
  expect(requests.takeFaults()).toEqual([]);
});

it('each order of the walks that is paid has one charge, of its total, and no other order has any', async () => {
  const orders = await shop.db.selectFrom('orders').select(['id', 'status', 'total']).execute();
  const ledger = await ledgerAt(shop.sandboxUrl);
  const charged = orders.map(({ id }) => ledger[id] ?? { charges: 0, captured: 0, refunded: 0 });
  expect(charged).toEqual(
    orders.map(({ status, total }) =>
      status === 'paid' ? { charges: 1, captured: total, refunded: 0 } : { charges: 0, captured: 0, refunded: 0 },
    ),
  );
  expect(orders.filter(({ status }) => status === 'paid')).toHaveLength(bought.length);
});
