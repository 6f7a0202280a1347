import type { createOrder } from 'ticket-store/src/api/contract/orders.ts';
import { type CustomerInfo, CustomerInfoSchema, customerFields } from 'ticket-store/src/domain/customer.ts';
import { addDays, venueDay } from 'ticket-store/src/domain/dates.ts';
import type { Lang } from 'ticket-store/src/domain/lang.ts';
import { optionLists } from 'ticket-store/src/domain/option-lists.ts';
import type { Order } from 'ticket-store/src/domain/order.ts';
import type { Product, SaleType, TimeSpan } from 'ticket-store/src/domain/product.ts';
import { botToken as makeBotToken, newKey } from 'ticket-store/test/api/kit/buyer.ts';
import * as v from 'valibot';
import { NotSeen, needed } from './requirement.ts';
import { openServer, type Server } from './server.ts';

/** Options of the tester besides the address; each item allows more checks. */
export type RunOptions = {
  coupon?: string;
  /** Origin of a sandbox that implements Stripe's protocol, as packages/sandbox does. */
  cardSandbox?: string;
  /** Coupons that are rejected, with the reason of each. */
  refusedCoupons?: Readonly<Record<string, string>>;
  lang?: Lang;
  /** How many malformed requests are generated, and from which seed. */
  malformed: { count: number; seed: number };
};

/** A product with one of its timespans that can be ordered now. */
export type Offer = { product: Product; span: TimeSpan };
export type OrderBody = v.InferInput<(typeof createOrder)['body']>;
export type HeldOrder = { token: string; order: Order; body: OrderBody };

/** A server with the facts found in its responses. */
export type Context = Server & {
  options: RunOptions;
  langs: () => Promise<Lang[]>;
  lang: () => Promise<Lang>;
  products: () => Promise<Product[]>;
  /** Timespans on sale, those with most countable seats first; of one sale type, or all. */
  offers: (kind?: SaleType) => Promise<Offer[]>;
  /** The first of `offers`. Throws NotSeen where there is none. */
  roomy: (kind?: SaleType) => Promise<Offer>;
  customer: () => Promise<CustomerInfo>;
  bodyOf: (offer: Offer, more?: { people?: number; lang?: Lang; sets?: boolean }) => Promise<OrderBody>;
  /** Takes a hold that `giveBack` releases. */
  take: (body: OrderBody) => Promise<HeldOrder>;
  hold: (people?: number) => Promise<HeldOrder>;
  ready: (body: OrderBody) => Promise<HeldOrder & { email: string }>;
  remaining: (span: string, orderToken?: string) => Promise<number>;
  /** Origin of the sandbox that makes card tokens; throws NotSeen without one. */
  cardSandbox: () => Promise<string>;
  /** Orders that were taken; paid ones cannot be given back. */
  taken: Set<string>;
  releaseHolds: () => Promise<void>;
};

/** Days ahead that are searched for offers, and how many of them are opened for each product. */
const [ahead, opened] = [45, 4];

const once = <Value>(find: () => Promise<Value>): (() => Promise<Value>) => {
  let found: Promise<Value> | undefined;
  return () => {
    found ??= find();
    return found;
  };
};

/** Most people that one order of a product can have. */
export const mostOf = ({ options, max_quantity }: Product): number =>
  Math.min(
    max_quantity,
    options.reduce((sum, { max }) => sum + max, 0),
  );

/** Counts by option for about this many people: first the required minimum, then one of each option in turn, those that need no other first. */
const countsOf = (product: Product, people: number): OrderBody['option_values'] => {
  const isAlone = ({ needs = [] }: Product['options'][number]) => needs.length === 0;
  const options = [...product.options.filter(isAlone), ...product.options.filter((option) => !isAlone(option))];
  const counts = options.map(({ id, min, max }) => ({ id, count: min, max }));
  const sum = () => counts.reduce((total, { count }) => total + count, 0);
  const wanted = Math.min(mostOf(product), Math.max(people, product.min_quantity));
  while (sum() < wanted) for (const one of counts) if (one.count < one.max && sum() < wanted) one.count += 1;
  return counts.flatMap(({ id, count }) => (count > 0 ? [{ id, count }] : []));
};

const spansOf = async (server: Server, lang: Lang, product: Product): Promise<TimeSpan[]> => {
  const from = addDays(venueDay(Date.now()), 1);
  const search = (first: string, last: string) =>
    server.call('searchProducts', { query: { from: first, to: last, lang, product_uuid: product.uuid } });
  const { days, time_spans } = await search(from, addDays(from, ahead));
  if (product.sale_type === 'period') return time_spans;
  const few = days.filter(({ state }) => state === 'few').slice(0, 1);
  const plenty = days.filter(({ state }) => state === 'plenty').slice(0, opened - few.length);
  const answers = await Promise.all([...few, ...plenty].map(({ date }) => search(date, date)));
  return answers.flatMap((answer) => answer.time_spans);
};

/** Sort key: free seats. Products that cost nothing, and large stocks (999 is the most that is reported), come last. */
const roomOf = ({ product, span }: Offer): number =>
  span.remaining < 900 && product.options.some(({ add_cost }) => add_cost > 0)
    ? span.remaining
    : span.remaining - 1_000;

const filled = (field: string, list: readonly string[] | null): string => {
  if (list) return list[1] ?? list[0] ?? '';
  return (
    { email: `conformance-${newKey()}@visitor.example`, phone: '09012345678', mail_magazine: 'false' }[field] ??
    '山田 花子'
  );
};

/** `url` includes the path of a site where the server has several. */
export const openContext = (url: string, options: RunOptions): Context => {
  /** A sandbox that also implements the bot check makes its tokens. */
  const botToken = once(async () => {
    const { bot_check, sandbox_url } = await call('getConfigurations');
    const sandbox = options.cardSandbox || sandbox_url;
    return bot_check && sandbox
      ? () => makeBotToken({ sandbox: { url: sandbox } }, { hostname: new URL(url).hostname })
      : null;
  });
  const server = openServer(url.replace(/\/+$/, ''), async () => (await botToken())?.() ?? null);
  const { call, send } = server;
  const taken = new Set<string>();
  const langs = once(async () => (await call('getLangs')).map(({ id }) => id));
  const lang = once(
    async () => options.lang ?? (await call('getLangs')).find(({ is_default }) => is_default)?.id ?? 'ja',
  );
  const products = once(async () => call('getProducts', { query: { lang: await lang() } }));
  const all = once(async () => {
    const offers = await Promise.all(
      (await products()).map(async (product) => {
        const spans = await spansOf(server, await lang(), product);
        return spans.map((span) => ({ product, span }));
      }),
    );
    return offers.flat().filter(({ span }) => span.remaining > 0);
  });
  const offers: Context['offers'] = async (kind) =>
    (await all())
      .filter(({ product }) => kind === undefined || product.sale_type === kind)
      .toSorted((one, other) => roomOf(other) - roomOf(one));
  const roomy: Context['roomy'] = async (kind) =>
    needed(
      (await offers(kind))[0],
      `nothing ${kind ? `sold by ${kind} ` : ''}can be ordered in the next ${ahead} days`,
    );

  const customer = async () => {
    const shown = new Map(
      (await call('getFieldTemplates')).filter((one) => one.is_display).map((one) => [one.field_name, one]),
    );
    const entries = customerFields.map((field) => {
      const template = shown.get(field);
      return [field, template ? filled(field, template.list && optionLists[template.list]) : ''];
    });
    return v.parse(CustomerInfoSchema, Object.fromEntries(entries));
  };

  const bodyOf: Context['bodyOf'] = async ({ product, span }, { people = 2, lang: bodyLang, sets = false } = {}) => {
    const option_values = countsOf(product, people);
    const query = { lang: await lang(), main_product_time_span_id: span.id, product_uuid: product.uuid };
    const offered = sets ? (await call('searchSetProducts', { query })).filter(({ remaining }) => remaining > 0) : [];
    return {
      lang: bodyLang ?? (await lang()),
      product_uuid: product.uuid,
      time_span_id: span.id,
      quantity: option_values.reduce((sum, { count }) => sum + count, 0),
      option_values,
      set_products: offered.slice(0, 1).map(({ uuid }) => ({ id: uuid, count: 1 })),
    };
  };

  const take: Context['take'] = async (body) => {
    const { order_token: token, order } = await call('createOrder', { body });
    taken.add(token);
    return { token, order, body };
  };

  return {
    ...server,
    options,
    langs,
    lang,
    products,
    offers,
    roomy,
    customer,
    bodyOf,
    take,
    taken,
    hold: async (people = 2) => take(await bodyOf(await roomy(), { people })),
    ready: async (body) => {
      const held = await take(body);
      const info = await customer();
      const order = await call('putOrder', { params: { token: held.token }, body: info });
      return { ...held, order, email: info.email };
    },
    remaining: async (span, order_token) => {
      const query = { product_time_span_id: span, ...(order_token && { order_token }) };
      return (await call('getOrderableStocks', { query })).remaining;
    },
    cardSandbox: async () => {
      const methods = await call('getPaymentMethods', { query: { lang: await lang() } });
      if (!methods.some(({ id }) => id === 'stripe_secure')) throw new NotSeen('the site does not take stripe_secure');
      const { sandbox_url } = await call('getConfigurations');
      return needed(
        options.cardSandbox || sandbox_url || null,
        'give --card-sandbox URL (a sandbox that speaks Stripe’s protocol)',
      );
    },
    releaseHolds: async () => {
      const tokens = [...taken];
      taken.clear();
      await Promise.allSettled(tokens.map((token) => send('deleteOrder', { params: { token } })));
    },
  };
};
