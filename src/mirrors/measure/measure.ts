import * as v from 'valibot';
import { waitFor } from 'xstate';
import type { App } from '#machines/refs.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import type { Screen } from '#machines/shared/screens.ts';
import { tryStorage } from '#src/device/try-storage.ts';
import type { Order } from '#src/domain/order.ts';
import type { SiteCode, SiteSettings } from '#src/domain/site.ts';
import { paths } from '#src/mirrors/address/paths.ts';
import { onChange } from '#src/mirrors/changes.ts';
import { consentOf } from './consent.ts';
import { denyByDefault, type LayerEvent, push, startTagManager, updateConsent } from './data-layer.ts';

/** Maximum number of marks; the oldest are removed first. */
const maxMarks = 50;

/** A short one-way digest (FNV-1a). */
const digest = (text: string): string => {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
};

/**
 * Marks in tab or browser storage under a key. The returned function is true if a thing is new, and marks it. If storage is
 * blocked or broken, marks last as long as the page.
 */
const createMarks = (storage: () => Storage, key: string): ((thing: string) => boolean) => {
  const met = new Set<string>();
  const read = () => tryStorage(() => v.parse(v.array(v.string()), JSON.parse(storage().getItem(key) ?? '[]'))) ?? [];
  const write = (marks: readonly string[]) =>
    tryStorage(() => storage().setItem(key, JSON.stringify(marks.slice(-maxMarks))));
  return (thing) => {
    const mark = digest(thing);
    if (met.has(mark)) return false;
    met.add(mark);
    // Read each time, because another tab may have added it.
    const marks = read();
    if (marks.includes(mark)) return false;
    write([...marks, mark]);
    return true;
  };
};

/** Order lines of a purchase without empty ones (docs/product.md#tracking-events). */
const productsOf = ({ main_product, set_products }: Order) =>
  [...main_product.order_options, ...set_products.map(({ product_name: name, ...set }) => ({ ...set, name }))]
    .filter(({ quantity }) => quantity > 0)
    .map(({ id, name, add_cost, quantity }) => ({ sku: id, name, price: add_cost, quantity }));

/** A page by its route, not its address, which may hold a token. Tags use `page_location` instead of the browser's. */
const pageView = (screen: Screen): LayerEvent => {
  const path = paths[screen].paths?.[0] ?? null;
  const page_location = `${location.origin}${location.pathname}${path === null ? '' : `#${path}`}`;
  return { event: 'page-view', screen, page_path: path, page_location };
};

const conversion = (number: string, order: Order | null): LayerEvent => ({
  event: 'conversion',
  reservation_number: number,
  transactionId: number,
  currency: 'JPY',
  ...(order && { transactionTotal: order.price, transactionProducts: productsOf(order) }),
});

/**
 * Reports the shop's events (docs/product.md#tracking-events), first the current screen. Conversion and completion log are
 * reported once per reservation number and browser, the ticket log once per reservation number and tab. Events contain no token
 * and no personal data.
 */
const reportEvents = (app: App, site: SiteCode, report: (event: LayerEvent) => void): (() => void) => {
  const isNewInTab = createMarks(() => sessionStorage, `ticket-store:${site}:told`);
  const isNew = createMarks(() => localStorage, `ticket-store:${site}:told`);
  let shown: Screen | null = null;
  let isLoaded = false;
  const reportChanges = () => {
    const { catalogue, purchase, ticket } = app.getSnapshot().children;
    const { screen } = onScreen(app);
    if (!isLoaded && catalogue?.getSnapshot().context.catalogue) {
      isLoaded = true;
      report({ event: 'api-loaded' });
    }
    if (screen !== shown) report(pageView(screen));
    shown = screen;
    const bought = purchase?.getSnapshot().context;
    /* Only the browser that paid has the token and the whole number; others get a masked number and report nothing. */
    if (screen === 'complete' && bought?.completion && bought.completion.reservation_token !== '') {
      const { reservation_number } = bought.completion;
      if (isNew(`conversion ${reservation_number}`)) report(conversion(reservation_number, bought.order));
      if (isNew(`completion-log ${reservation_number}`)) report({ event: 'completion-log', reservation_number });
    }
    const opened = ticket?.getSnapshot().context;
    const number = opened?.page === 'ticket' ? opened.ticket?.reservation_number : undefined;
    if (number && isNewInTab(number)) report({ event: 'ticket-log', reservation_number: number });
  };
  const end = onChange(app, reportChanges);
  reportChanges();
  return end;
};

/** In a demo the sandbox provides the tag manager; its address is part of the catalogue, which is awaited. */
const loadTagManager = async (app: App, container: string): Promise<void> => {
  const { catalogue } = app.getSnapshot().children;
  if (!catalogue) return;
  const loaded = await waitFor(catalogue, ({ context }) => context.catalogue !== null);
  startTagManager(container, loaded.context.catalogue?.configurations.sandbox_url ?? '');
};

/** Measures while the visitor consents: nothing is requested before, and nothing is reported after a withdrawal. */
export const measure = (app: App, { code, gatagKey }: SiteSettings): (() => void) => {
  const consent = consentOf(code);
  let isTagManagerRequested = false;
  let stopReporting: (() => void) | null = null;
  const follow = () => {
    const isGranted = consent.get().decision === 'granted';
    if (isGranted === (stopReporting !== null)) return;
    updateConsent(isGranted ? 'granted' : 'denied');
    if (stopReporting) {
      stopReporting();
      stopReporting = null;
      return;
    }
    if (!isTagManagerRequested) loadTagManager(app, gatagKey.url).catch(() => undefined);
    isTagManagerRequested = true;
    stopReporting = reportEvents(app, code, push);
  };
  denyByDefault();
  const unsubscribe = consent.subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    stopReporting?.();
  };
};
