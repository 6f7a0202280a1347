import type { App } from '#machines/refs.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import type { Screen } from '#machines/shared/screens.ts';
import type { Order } from '#src/domain/order.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { paths } from '#src/mirrors/address/paths.ts';
import { onChange } from '#src/mirrors/changes.ts';
import type { LayerEvent } from './data-layer.ts';
import { createMarks } from './reported-marks.ts';

type Report = (event: LayerEvent) => void;

/** Order lines of a purchase without empty ones (docs/product.md#tracking-events). */
const productsOf = ({ main_product, set_products }: Order) =>
  [
    ...main_product.order_options.map(({ id, name, add_cost, quantity }) => ({ id, name, add_cost, quantity })),
    ...set_products.map(({ id, product_name: name, add_cost, quantity }) => ({ id, name, add_cost, quantity })),
  ]
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
export const reportEvents = (app: App, site: SiteCode, report: Report): (() => void) => {
  const isNewHere = createMarks(() => sessionStorage, `ticket-store:${site}:told`);
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
    if (number && isNewHere(number)) report({ event: 'ticket-log', reservation_number: number });
  };
  const end = onChange(app, reportChanges);
  reportChanges();
  return end;
};
