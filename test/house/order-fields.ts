import type { Database } from '#server/db/types.ts';
import type { Order } from '#src/domain/order.ts';

/** A file, and a text in it that uses the field. */
type Use = readonly [path: string, text: string];
/** Why a field is not used somewhere. */
type Reason = string;

/** The places of a field that no type connects; the others are in README.md ("How to add"). */
type Places = {
  /** Where the client sends it. */
  sent: Use | Reason;
  /** Where visitors see it before they pay. */
  screen: Use | Reason;
  mail: Use | Reason;
  /** In the file that a person gets on request. */
  exported: Use | Reason;
};

const placed = 'machines/order/placed-order.actors.ts';
const computed = 'the server decides it';
const facts = 'server/mail/facts.ts';
const exports = 'server/retention/export.ts';
const anonymise = 'server/retention/anonymise.ts';
const rows = 'src/screens/purchase/order-rows.tsx';
const confirm = 'src/screens/purchase/confirm/confirm-screen.tsx';
const remains = 'accounts and statistics remain without a person';
const isTemporary = 'only meaningful while seats are held';

/** Each field of the order that visitors receive; the compiler reports one without a row. */
export const orderFields: Record<keyof Order, Places> = {
  lang: {
    sent: [placed, 'lang: input.lang'],
    screen: 'the page has its own language',
    mail: [facts, 'row.lang'],
    exported: [exports, 'language: row.lang'],
  },
  price: {
    sent: computed,
    screen: [confirm, 'price(order.price)'],
    mail: [facts, 'amount: total'],
    exported: [exports, 'total_yen: row.total'],
  },
  status: {
    sent: computed,
    screen: 'the chart leaves the page when it changes',
    mail: [facts, "isValid: status === 'paid'"],
    exported: [exports, 'status: row.status'],
  },
  seconds_left: { sent: computed, screen: [confirm, '<HoldStrip />'], mail: isTemporary, exported: isTemporary },
  extensions_left: { sent: computed, screen: [confirm, '<HoldStrip />'], mail: isTemporary, exported: isTemporary },
  customer_info: {
    sent: ['machines/purchase/purchase.actors.ts', 'call(putOrder'],
    screen: [confirm, 'customerRowsOf(customer)'],
    mail: [facts, 'customer?.fullname'],
    exported: [exports, 'customer: row.customer'],
  },
  main_product: {
    sent: [placed, 'product_uuid: input'],
    screen: [rows, 'main.product_name'],
    mail: [facts, 'products.words'],
    exported: [exports, 'product: pickTexts'],
  },
  set_products: {
    sent: [placed, 'set_products: input'],
    screen: [rows, 'set_products.filter'],
    mail: [facts, 'set_products: sets'],
    exported: [exports, 'toContents(row'],
  },
  coupon: {
    sent: ['machines/coupon/coupon.actors.ts', 'createOrderCoupon'],
    screen: [rows, 'coupon'],
    mail: [facts, 'coupon }'],
    exported: [exports, 'toContents(row'],
  },
  payment_method: {
    sent: ['machines/checkout/checkout.actors.ts', 'call(checkout'],
    screen: [confirm, 'method'],
    mail: 'the provider writes its own',
    exported: [exports, 'payments: payments'],
  },
  completion: {
    sent: computed,
    screen: 'shown after payment',
    mail: [facts, 'number: reservation_number'],
    exported: [exports, 'reservation_number: row.reservation_number'],
  },
};

/** Each column of the table `orders` that holds a person's data or a link, or the reason why it remains. */
export const orderColumns: Record<keyof Database['orders'], Use | Reason> = {
  id: remains,
  token_hash: [anonymise, 'token_hash: dead'],
  site: remains,
  lang: remains,
  status: remains,
  product_uuid: remains,
  time_span_id: remains,
  quantity: remains,
  total: remains,
  customer: [anonymise, 'customer: null'],
  payment_method: remains,
  hold_until: remains,
  extensions: remains,
  reservation_number: [anonymise, 'reservation_number: null'],
  created_at: remains,
  held_since: remains,
  paid_at: remains,
  coupon_dropped: remains,
  invited: remains,
  asked_by: [anonymise, 'asked_by: null'],
  anonymised_at: remains,
  records_from: remains,
  confirmed_mail: [anonymise, 'confirmed_mail: null'],
};

/** A line for each use whose file lacks the text. `read` returns the text of a file. */
export const unusedFields = (
  table: Readonly<Record<string, Readonly<Record<string, Use | Reason>>>>,
  read: (path: string) => string,
): string[] =>
  Object.entries(table).flatMap(([field, places]) =>
    Object.entries(places).flatMap(([place, use]) =>
      typeof use === 'string' || read(use[0]).includes(use[1])
        ? []
        : [`${field}, ${place}: ${use[0]} has no ${use[1]}`],
    ),
  );
