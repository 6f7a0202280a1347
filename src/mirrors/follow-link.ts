import type { Dialog } from '#machines/dialog/dialog.types.ts';
import type { App, PurchaseChild } from '#machines/refs.ts';
import { openDialog } from '#machines/shared/report-failure.ts';
import { pageRequested } from '#machines/shared/screens.ts';
import { clock, venueDay, weeksWith } from '#src/domain/dates.ts';
import { needsOf } from '#src/domain/order-lines.ts';
import { isFree, type Product } from '#src/domain/product.ts';
import { kindOf, type VenueLink, venueLinkOf } from '#src/domain/venue-link.ts';
import { onChange } from './changes.ts';
import { moreTexts } from './language.ts';

type Order = PurchaseChild<'order'>;

/** Waits until the charts have settled in a state in which the condition is true. */
const until = (app: App, condition: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const end = onChange(app, () => condition() && done());
    const done = () => {
      end();
      resolve();
    };
    if (condition()) done();
  });

const purchaseOf = (app: App) => app.getSnapshot().children.purchase?.getSnapshot();
const productsOf = (app: App) => app.getSnapshot().children.catalogue?.getSnapshot().context.catalogue?.products;

/** Asks whether the open order goes on, or its seats are given back. */
const question: Dialog = {
  ...{ number: 4, about: 'purchase' },
  title: { textKey: 'link_hold_title' },
  text: { textKey: 'link_hold_text' },
  okButton: { textKey: 'link_hold_again' },
  ngButton: { textKey: 'cancel_keep' },
  okAction: { to: 'purchase', event: { type: 'order.again' } },
};

/** Opens the choice of tickets; undefined where there is none, or an order that the link must not replace. */
const openOrder = async (app: App): Promise<Order | undefined> => {
  const { dialog } = app.getSnapshot().children;
  const isReady = () => productsOf(app) !== undefined && purchaseOf(app)?.hasTag('pending') === false;
  const hasOrder = () => purchaseOf(app)?.context.token != null;
  await until(app, isReady);
  if (purchaseOf(app)?.matches('checkout')) return undefined;
  if (hasOrder()) {
    await moreTexts();
    dialog?.send(openDialog(question));
    await until(app, () => !dialog?.getSnapshot().context.queue.some(({ number }) => number === question.number));
    await until(app, isReady);
  }
  if (hasOrder()) return undefined;
  app.send(pageRequested('order'));
  return purchaseOf(app)?.children.order;
};

/** Sends the choice of a link; without a product, of the only one. Returns for each part whether it is to be had, or is not named. */
const choose = async (app: App, order: Order, { date, time, quantity, product: uuid }: VenueLink) => {
  const today = venueDay(Date.now());
  const isInSale = ({ sale_from, sale_to }: Product) =>
    date !== null && date >= today && date >= sale_from && date <= sale_to;
  const context = () => order.getSnapshot().context;
  const products = productsOf(app) ?? [];
  const onlyProduct = products.length === 1 ? products[0] : undefined;
  const product = uuid === null ? onlyProduct : products.find((listed) => listed.uuid === uuid);
  const kind = product && quantity && kindOf(product, quantity);
  const isDated = date !== null && product?.sale_type !== 'period';
  const day = isDated && (product ? [product] : products).some(isInSale) ? date : null;
  if (product) {
    const { sale_type, min_quantity, max_quantity, options, sale_from } = product;
    const chosen = { uuid: product.uuid, sale_type, min_quantity, max_quantity, needs: needsOf(options) };
    order.send({ type: 'product.choose', product: chosen, month: sale_from > today ? sale_from : today });
  }
  if (kind) {
    const { id, name, add_cost: price } = kind;
    order.send({ type: 'option.set', line: { id, name, price, count: quantity.count } });
  }
  const { month } = context().choice;
  if (day && month && weeksWith(day, month) !== month) order.send({ type: 'month.show', month: weeksWith(day, month) });
  if (day) order.send({ type: 'day.choose', day });
  const available = {
    product: product !== undefined || uuid === null,
    date: day !== null || !isDated,
    time: true,
    quantity: !product || !quantity || kind !== undefined,
  };
  if (!day || !product) return available;
  const isLeft = () => purchaseOf(app)?.children.order !== order;
  await until(app, () => isLeft() || !order.getSnapshot().hasTag('pending'));
  const { choice, slots, failure } = context();
  // A search that failed is repeated by the visitor; another choice meanwhile is the visitor's, too.
  if (isLeft() || failure || choice.product?.uuid !== product.uuid || choice.day !== day) return available;
  const free = slots.filter(({ state, remaining }) => isFree(state) && remaining >= (kind ? quantity.count : 1));
  const timespan = free.find(({ reservation_from }) => clock(reservation_from) === time);
  if (timespan) order.send({ type: 'timespan.choose', timespan });
  return { ...available, date: free.length > 0, time: free.length === 0 || !time || timespan !== undefined };
};

/** Writes a coupon into its field, and applies it once there is an order without one: by the same call, and its limits. */
const applyCoupon = async (app: App, code: string): Promise<void> => {
  app.getSnapshot().children.purchase?.send({ type: 'draft.kept', form: 'coupon', fields: { code } });
  const paymentOf = () => purchaseOf(app)?.children.payment?.getSnapshot();
  await until(app, () => paymentOf()?.matches('choosing') === true);
  if (!paymentOf()?.context.order?.coupon) paymentOf()?.children.coupon?.send({ type: 'coupon.apply', code });
};

/** Follows a venue's link by the events of a visitor's choice; one notice says what is not to be had. */
export const followLink = async (app: App, before: URLSearchParams, behind: URLSearchParams): Promise<void> => {
  const link = venueLinkOf(before, behind);
  if (app.getSnapshot().context.site.onlyMail) return;
  if (link.product || link.date || link.quantity) {
    const order = await openOrder(app);
    if (!order) return;
    const available = await choose(app, order, link);
    if (Object.values(available).includes(false)) {
      await moreTexts();
      const values = Object.fromEntries(Object.entries(available).map(([part, is]) => [part, is ? 'yes' : 'no']));
      app.getSnapshot().children.toast?.send({ type: 'toast.show', toast: { textKey: 'link_missing', values } });
    }
  }
  if (link.coupon) await applyCoupon(app, link.coupon);
};
