import * as v from 'valibot';
import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import type { Screen } from '#machines/shared/screens.ts';
import type { Order } from '#src/domain/order.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { LayerEvent } from './data-layer.ts';
import { paths } from './paths.ts';
import { readItem, writeItem } from './storage.ts';

type App = ActorRefFrom<typeof appMachine>;
type Tell = (event: LayerEvent) => void;

/** Lines of what was bought; those with nothing in them are left out (SPEC §5). */
const productsOf = ({ main_product, set_products }: Order) =>
  [
    ...main_product.order_options.map(({ id, name, add_cost, quantity }) => ({ id, name, add_cost, quantity })),
    ...set_products.map(({ id, product_name: name, add_cost, quantity }) => ({ id, name, add_cost, quantity })),
  ]
    .filter(({ quantity }) => quantity > 0)
    .map(({ id, name, add_cost, quantity }) => ({ sku: id, name, price: add_cost, quantity }));

/** A page by its route: never the address, which may hold a token. */
const pageView = (screen: Screen): LayerEvent => ({
  event: 'page-view',
  screen,
  page_path: paths[screen].paths?.[0] ?? null,
});

const conversion = (number: string, order: Order | null): LayerEvent => ({
  event: 'conversion',
  reservation_number: number,
  transactionId: number,
  currency: 'JPY',
  ...(order ? { transactionTotal: order.price, transactionProducts: productsOf(order) } : {}),
});

/** Events that are told once in a tab: what was told outlives a reload. */
const createMarks = (site: SiteCode) => {
  const key = `ticket-store:${site}:told`;
  const stored = v.safeParse(v.array(v.string()), readItem(key));
  const told = new Set(stored.success ? stored.output : []);
  /** In: what the event is about. Out: whether it is the first time. */
  return (event: string, number: string): boolean => {
    const mark = `${event} ${number}`;
    if (told.has(mark)) return false;
    told.add(mark);
    writeItem(key, [...told]);
    return true;
  };
};

/**
 * Tells what happens in the shop (SPEC §3 "Tracking events"): that the catalogue is there, each screen, conversion and
 * completion log once per reservation number, the ticket log once per reservation number and tab. No token, nothing
 * personal. What is on screen at the beginning is told first. Out: its end.
 */
export const tellEvents = (app: App, site: SiteCode, tell: Tell): (() => void) => {
  const isNew = createMarks(site);
  let shown: Screen | null = null;
  let isLoaded = false;
  const tellOnce = (event: LayerEvent, number: string) => {
    if (isNew(event.event, number)) tell(event);
  };
  const look = () => {
    const { catalogue, purchase, ticket } = app.getSnapshot().children;
    const { screen } = onScreen(app);
    if (!isLoaded && catalogue?.getSnapshot().context.catalogue) {
      isLoaded = true;
      tell({ event: 'api-loaded' });
    }
    if (screen !== shown) tell(pageView(screen));
    shown = screen;
    const bought = purchase?.getSnapshot().context;
    if (screen === 'complete' && bought?.completion) {
      const { reservation_number } = bought.completion;
      tellOnce(conversion(reservation_number, bought.order), reservation_number);
      tellOnce({ event: 'completion-log', reservation_number }, reservation_number);
    }
    const { reservation_number } = ticket?.getSnapshot().context.ticket ?? {};
    if (screen === 'ticket' && reservation_number)
      tellOnce({ event: 'ticket-log', reservation_number }, reservation_number);
  };
  const subscription = app.subscribe(look);
  look();
  return () => subscription.unsubscribe();
};
