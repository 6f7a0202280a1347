import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { EventObject } from 'xstate';
import type { Method } from '#src/domain/payment.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { addressIn } from '#test/paths/event-address.ts';
import { inputOf } from '#test/paths/input.ts';
import type { Journey } from '#test/tools/explore/compose.ts';
import type { Lane } from '../lane.ts';
import { createVisitor, type Visitor } from '../visitor.ts';
import { callsOf, fieldsOf, type Source } from './answers.ts';
import { type Calls, holdCalls } from './calls.ts';
import { type Camera, openCamera } from './camera.ts';
import { holdTime } from './clock.ts';
import { ahead } from './day.ts';
import { look, patience } from './look.ts';
import { type Book, openBook } from './told.ts';
import { openWorld, readSite, type World } from './world.ts';

/** Where a walk runs: a browser of its own with the real server. */

export type Ground = {
  readonly shop: Shop;
  readonly lane: Lane;
  /** Counts outcomes by source. */
  readonly count: (source: Source, outcome: string) => void;
};

export type Scene = {
  readonly visitor: Visitor;
  readonly book: Book;
  readonly calls: Calls;
  readonly world: World;
  readonly camera: Camera;
};

/** The status in an actor's end event. */
export const statusOf = (end: EventObject | undefined): string =>
  String(fieldsOf(end && 'output' in end ? end.output : undefined).status ?? '');

/** Stored tickets that the walk finds are opened before, in a tab that is then closed. */
const visitBefore = async ({ visitor, world }: Scene, { steps }: Journey): Promise<void> => {
  const recalled = steps.find(
    ({ event }) => /done\.actor\.recall/.test(event.type) && 'output' in event && event.output,
  );
  const asked = steps.find(({ event }) => event.type === 'page.requested');
  if (!recalled || !asked) return;
  const { type, ...told } = asked.event;
  const tab = await visitor.page.context().newPage();
  await tab.goto(`${world.site.root}/#${addressIn({ ...fieldsOf(await world.inAll(told)), type })}`);
  const isKept = () =>
    tab.evaluate(async () => {
      const rows = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
      return (await Promise.all(rows)).flat().some(({ url }) => url.includes('/kept/'));
    });
  await expect.poll(isKept, { timeout: patience }).toBe(true);
  await tab.close();
};

/** Serves the page without the embedded catalogue, so that it requests the catalogue. */
const emptyPage = async (page: Page, address: string): Promise<void> => {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(<script[^>]*id="catalogue"[^>]*>)[^<]*/, '$1{}');
    await route.fulfill({ response, body });
  });
};

/** A browser for one walk, whose time and calls the walk controls. */
export const openScene = async (journey: Journey, { shop, lane }: Ground): Promise<Scene> => {
  // Only some methods redirect.
  const isLed = journey.steps.some(({ event }) => statusOf(event) === 'redirect');
  const methods: readonly Method[] = isLed ? ['alipay', 'gmo_paypay'] : ['stripe_secure'];
  const world = await openWorld(await readSite(shop, inputOf(journey).site, methods));
  const calm = { reducedMotion: 'reduce', timezoneId: 'Asia/Tokyo', locale: 'ja-JP', serviceWorkers: 'block' } as const;
  const context = await lane.browser.newContext({ ...calm, viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(patience);
  const book = await openBook(context);
  await holdTime(context, { ahead, origin: shop.url });
  // The provider's page: the browser is stopped on its way there.
  await context.route(`${shop.sandbox.url}/**`, (route, request) => {
    const isLeaving = request.isNavigationRequest() && request.frame().parentFrame() === null;
    return isLeaving ? route.abort('aborted') : route.fallback();
  });
  const page = await context.newPage();
  const { openShop = [], ...others } = callsOf;
  const isOpening = journey.actor.includes('catalogue');
  const calls = await holdCalls(page, new Set([...(isOpening ? openShop : []), ...Object.values(others).flat()]));
  const visitor = createVisitor(page, world.site.root, 'ja');
  const scene: Scene = { visitor, book, calls, world, camera: await openCamera(page) };
  await visitBefore(scene, journey);
  const address = `${world.site.root}/?inspect`;
  if (isOpening) await emptyPage(page, address);
  await page.goto(address);
  if (!isOpening) await look(scene.visitor, book);
  return scene;
};
