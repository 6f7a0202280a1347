import type { Journey } from '@ticket-store/chart-tools/explore/compose.ts';
import type { BrowserContext } from 'playwright-core';
import { expect } from 'vitest';
import type { EventObject } from 'xstate';
import { getPaymentMethods } from '#src/api/contract/catalogue.ts';
import type { Method } from '#src/domain/payment.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { withoutCatalogue } from '#test/browser/kit/hold.ts';
import type { Lane } from '#test/browser/kit/lane.ts';
import { createVisitor, type Visitor } from '#test/browser/kit/visitor.ts';
import { withWallets } from '#test/browser/kit/wallet-sheet.ts';
import { callsOf } from '#test/paths/calls.ts';
import { addressIn, isPageRequest } from '#test/paths/event-address.ts';
import { fieldsOf } from '#test/paths/event-parts.ts';
import { inputOf } from '#test/paths/input.ts';
import { type Calls, holdCalls } from './calls.ts';
import { holdTime } from './clock.ts';
import { ahead } from './day.ts';
import { createWalkFixture, readSite, type WalkFixture } from './fixture.ts';
import { type KeyRequests, recordKeys } from './key-requests.ts';
import { look, timeout } from './look.ts';
import type { Source } from './outcomes.ts';
import { type ReportLog, recordReports } from './reports.ts';

/** Where a walk runs: a browser of its own with the real server. */

export type Target = {
  readonly shop: Shop;
  readonly lane: Lane;
  /** Counts outcomes by source. */
  readonly count: (source: Source, outcome: string) => void;
};

export type Scene = {
  readonly visitor: Visitor;
  readonly log: ReportLog;
  readonly calls: Calls;
  readonly fixture: WalkFixture;
  readonly requests: KeyRequests;
  /** The walk opens the shop; otherwise the page does so by itself. */
  readonly isOpening: boolean;
};

/** The status in an actor's end event. */
export const statusOf = (end: EventObject | undefined): string =>
  String(fieldsOf(end && 'output' in end ? end.output : undefined).status ?? '');

/** Stored tickets that the walk finds are opened before, in a tab that is then closed. */
const visitBefore = async ({ visitor, fixture }: Scene, { steps }: Journey): Promise<void> => {
  const recalled = steps.find(
    ({ event }) => /done\.actor\.recall/.test(event.type) && 'output' in event && event.output,
  );
  const request = steps.find(({ event }) => isPageRequest(event));
  if (!recalled || !request) return;
  const { type, ...fields } = request.event;
  const tab = await visitor.page.context().newPage();
  await tab.goto(`${fixture.site.root}/#${addressIn({ ...fieldsOf(await fixture.replaceSamples(fields)), type })}`);
  const isCached = () =>
    tab.evaluate(async () => {
      const rows = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
      return (await Promise.all(rows)).flat().some(({ url }) => url.includes('/kept/'));
    });
  await expect.poll(isCached, { timeout }).toBe(true);
  await tab.close();
};

/**
 * Offers a second method where the site has one only, so that a walk can choose: in the page's own catalogue, and in the reply that
 * the page asks for in another language.
 */
const offerSecond = async (context: BrowserContext, root: string): Promise<void> => {
  const paypay = '{"id":"gmo_paypay","name":"PayPay","note":"","min_amount":1}';
  await context.route(
    (url) => url.href.startsWith(`${root}/`),
    async (route, request) => {
      const isPage = request.resourceType() === 'document';
      const isReply = new URL(request.url()).pathname.endsWith(getPaymentMethods.path);
      if (request.method() !== 'GET' || !(isPage || isReply)) return route.fallback();
      const response = await route.fetch();
      const body = (await response.text())
        .replace('"methods":["stripe_secure","free"]', '"methods":["stripe_secure","gmo_paypay","free"]')
        .replace(/("paymentmethods":|^)\[\{"id":"stripe_secure"/, `$1[${paypay},{"id":"stripe_secure"`);
      return route.fulfill({ response, body });
    },
  );
};

/** A browser for one walk, whose time and calls the walk controls. */
export const openScene = async (journey: Journey, { shop, lane }: Target): Promise<Scene> => {
  // Only some methods redirect.
  const isRedirected = journey.steps.some(({ event }) => statusOf(event) === 'redirect');
  const methods: readonly Method[] = isRedirected ? ['alipay', 'gmo_paypay'] : ['stripe_secure'];
  const fixture = await createWalkFixture(await readSite(shop, inputOf(journey).site, methods));
  const calm = {
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Tokyo',
    locale: 'ja-JP',
    serviceWorkers: 'block',
  } as const;
  // A page whose text was replaced has no address of its own; without the permission it may not load the sandbox's script.
  const context = await lane.newContext({
    ...calm,
    permissions: ['local-network-access'],
    viewport: { width: 1280, height: 900 },
  });
  context.setDefaultTimeout(timeout);
  const log = await recordReports(context);
  const requests = recordKeys(context);
  await holdTime(context, { ahead, origin: shop.url });
  // The provider's page: the browser is stopped on its way there.
  await context.route(`${shop.sandbox.url}/**`, (route, request) => {
    const isNavigation = request.isNavigationRequest() && request.frame().parentFrame() === null;
    return isNavigation ? route.abort('aborted') : route.fallback();
  });
  await offerSecond(context, fixture.site.root);
  if (journey.steps.some(({ event }) => event.type.startsWith('sheet.')))
    await context.addInitScript(withWallets(['apple_pay']));
  const page = await context.newPage();
  const { openShop = [], ...others } = callsOf;
  const isOpening = journey.actor.includes('catalogue');
  const calls = await holdCalls(page, new Set([...(isOpening ? openShop : []), ...Object.values(others).flat()]));
  const visitor = createVisitor(page, fixture.site.root, 'ja');
  const scene: Scene = { visitor, log, calls, fixture, requests, isOpening };
  await visitBefore(scene, journey);
  const address = `${fixture.site.root}/?inspect`;
  if (isOpening) await withoutCatalogue(page, address);
  await page.goto(address);
  if (!isOpening) await look(scene);
  return scene;
};
