import type { Choice } from '#machines/order/order.types.ts';
import type { Catalogue } from '#src/domain/catalogue.ts';
import type { Order } from '#src/domain/order.ts';
import type { DayStock, Product, SetProduct, TimeSpan } from '#src/domain/product.ts';
import { actionsOf, type Ticket, type TicketFacts } from '#src/domain/ticket.ts';

/** The shop of the walks: one timed product with a guide as set product, two slots on one day, cards only. */

/** The time of the walks; the sample days are in the future. */
export const today = new Date('2026-12-01T00:30:00Z');
export const day = '2026-12-01';
/** The days with which the first and the second five weeks of the calendar begin. */
export const months = ['2026-12-01', '2027-01-03'] as const;

export const product: Product = {
  uuid: 'p1',
  product_name: 'Museum',
  description: '',
  sale_type: 'time',
  naming_right: '',
  caution: '',
  price_from: 2000,
  sale_from: '2026-12-01',
  sale_to: '2027-01-31',
  min_quantity: 1,
  max_quantity: 10,
  options: [
    { id: 'adult', name: 'Adult', note: '', type: 'adult', add_cost: 2000, min: 0, max: 10 },
    { id: 'student', name: 'Student', note: '', type: 'student', add_cost: 2000, min: 0, max: 10 },
  ],
};

/** A product as the order page stores it. */
export const storedProduct: NonNullable<Choice['product']> = {
  uuid: product.uuid,
  sale_type: product.sale_type,
  min_quantity: product.min_quantity,
  max_quantity: product.max_quantity,
  needs: {},
};

export const firstChoice = { product: storedProduct, month: months[0] };

/** A single ticket of the first kind. */
export const oneAdult = { id: 'adult', name: 'Adult', price: 2000, count: 1 };

export const timespan: TimeSpan = {
  id: 't1',
  reservation_from: '2026-12-01T10:00:00+09:00',
  reservation_to: '2026-12-01T11:00:00+09:00',
  state: 'plenty',
  remaining: 9,
  surcharge: 0,
};
export const slots: TimeSpan[] = [
  timespan,
  { ...timespan, id: 't2', reservation_from: timespan.reservation_to, reservation_to: '2026-12-01T12:00:00+09:00' },
];
/** The same for a ticket whose date may be changed: another time costs more. */
export const changeSlots: TimeSpan[] = [
  ...slots,
  {
    ...timespan,
    ...{ id: 't3', reservation_from: '2026-12-01T12:00:00+09:00', reservation_to: '2026-12-01T13:00:00+09:00' },
    change: { more: 500, price: 500, bar: null },
  },
];
/** A free time of the second five weeks. */
export const laterSlot: TimeSpan = {
  ...timespan,
  id: 't9',
  reservation_from: '2027-01-03T10:00:00+09:00',
  reservation_to: '2027-01-03T11:00:00+09:00',
};
export const days = (month: string): DayStock[] => [{ date: month, state: 'plenty', price_from: 2000 }];

export const guide: SetProduct = {
  uuid: 's1',
  product_name: 'Audio guide',
  description: 'Six languages.',
  add_cost: 600,
  max: 4,
  remaining: 9,
  state: 'plenty',
};

/** Facts of the sample ticket, which allows all that a ticket of one person can. */
export const validTicket: TicketFacts = {
  state: 'valid',
  quantity: 1,
  isDated: true,
  isOver: false,
  isFixed: false,
  isLate: false,
  isEntered: false,
  isBuyers: true,
};

/** A single ticket of the first kind, as orders and tickets describe it. */
export const bought: Order['main_product'] = {
  product_uuid: product.uuid,
  time_span_id: timespan.id,
  product_name: product.product_name,
  description: '',
  sale_type: 'time',
  quantity: 1,
  reservation_from: timespan.reservation_from,
  reservation_to: timespan.reservation_to,
  naming_right: '',
  caution: '',
  order_options: [{ id: 'adult', name: 'Adult', type: 'adult', add_cost: 2000, quantity: 1 }],
};

export const ticket: Ticket = {
  ...bought,
  reservation_number: 'R1',
  state: 'valid',
  price: 2000,
  entry_code: 'E1',
  as_of: '2026-12-01T09:30:00+09:00',
  people: [],
  share_token: '',
  set_products: [],
  children: [],
  actions: actionsOf(validTicket),
  wallets: [],
};

export const catalogue: Catalogue = {
  langs: [
    { id: 'ja', display_name: '日本語', display_position: 1, is_default: true },
    { id: 'en', display_name: 'English', display_position: 2, is_default: false },
  ],
  fieldTemplates: [
    { field_name: 'fullname', is_display: true, is_require: true, list: null },
    { field_name: 'email', is_display: true, is_require: true, list: null },
    { field_name: 'phone', is_display: true, is_require: true, list: null },
    { field_name: 'gender', is_display: true, is_require: false, list: 'genders' },
    { field_name: 'age', is_display: true, is_require: false, list: 'age_bands' },
    { field_name: 'mail_magazine', is_display: true, is_require: false, list: null },
  ],
  configurations: {
    app_mode: ['demo'],
    operator_name: 'Museum',
    operator_address: '',
    representative: '',
    contact_mail: 'museum@example.jp',
    contact_phone: '0312345678',
    terms_url: 'https://museum.example/terms',
    specified_url: '',
    privacy_url: 'https://museum.example/privacy',
    about_url: '',
    app_url: '',
    help_url: '',
    extra_url: '',
    tax_rate: 10,
    invoice_number: '',
    sandbox_url: '',
  },
  products: [product],
  methods: [
    // The first is chosen already; walks choose the other.
    { id: 'gmo_paypay', name: 'PayPay', note: '', min_amount: 1 },
    { id: 'stripe_secure', name: 'Card', note: '', min_amount: 50 },
  ],
  texts: {},
};
