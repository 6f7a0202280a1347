import { sql } from 'kysely';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import { addMonths } from '#src/domain/dates.ts';
import type { FailureCode } from '#src/domain/failures.ts';
import { optionLists } from '#src/domain/option-lists.ts';
import type { Method } from '#src/domain/payment.ts';
import { rulesOf, type SiteRules } from '#src/domain/site.ts';
import { botToken, customer, timed, tomorrow } from '#test/api/kit/buyer.ts';
import type { Call, Sent } from '#test/api/kit/call.ts';
import { boughtBy, buyTicket } from '#test/api/kit/holder.ts';
import { invitedTo } from '#test/api/kit/invited.ts';
import { linkTokenOf, newAddress } from '#test/api/kit/mails.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { newSlot } from '#test/api/kit/slot.ts';
import { callAt, readAt, rootOf, soldAt } from '#test/browser/kit/site-walk.ts';
import { cards } from '#test/browser/kit/walk.ts';
import { settingsOf, siteCodes } from '#test/tools/example-sites.ts';
import { coupon } from './setups-orders.ts';
import { mayReturn, returnOf } from './setups-payments.ts';

/** Maps the plans' sample names to real data of the shop. */

/** The first site with the same rules that accepts one of the methods, and that method. */
const siteBy = async ({ mailConfirm, onlyMail }: SiteRules, methods: readonly Method[]) => {
  for (const method of methods)
    for (const site of siteCodes) {
      const settings = await settingsOf(site);
      const rules = rulesOf(settings);
      const isSame = rules.mailConfirm === mailConfirm && rules.onlyMail === onlyMail;
      if (isSame && settings.methods.includes(method)) return { site, method };
    }
  throw new Error(`No site with these rules takes ${methods.join(' or ')}.`);
};

/** A real site with these rules: a timed product, and the form's templates. */
export const readSite = async (shop: Shop, rules: SiteRules, methods: readonly Method[]) => {
  const { site, method } = await siteBy(rules, methods);
  const place = { site, lang: 'ja' } as const;
  const sold = await soldAt(shop, place);
  return {
    shop,
    site,
    method,
    root: rootOf(shop, site),
    product: sold.find(({ sale_type }) => sale_type === 'time') ?? sold[0],
    templates: await readAt(shop, place, 'getFieldTemplates'),
  };
};
export type Site = Awaited<ReturnType<typeof readSite>>;

/** Makes calls of a site's own API, with a token of the bot check. */
const callApi = async <C extends Call>({ site, shop }: Site, call: C, sent: Sent) =>
  callAt(shop, site, call, { ...sent, headers: { 'x-recaptcha-token': await botToken(shop) } });

/** Two slots tomorrow; on the default site made for this walk. */
const timesOf = async (site: Site): Promise<[string, string]> => {
  if (site.product.uuid === timed) return [await newSlot(site.shop), await newSlot(site.shop)];
  const query = { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid: site.product.uuid };
  const { time_spans } = await callApi(site, 'searchProducts', { query });
  const [first, second = first] = time_spans.filter(({ remaining }) => remaining >= 6);
  if (!first || !second) throw new Error(`${site.site} has too few free times.`);
  return [first.id, second.id];
};

/** The first value of each list in the site's form. */
const picked = ({ templates }: Site): Record<string, string> =>
  Object.fromEntries(
    templates.flatMap(({ field_name, list }) => (list ? [[field_name, optionLists[list][0] ?? '']] : [])),
  );

/** The first kind of ticket that is sold alone. */
const aloneOf = ({ product }: Site): string => product.options.find(({ needs }) => !needs)?.id ?? '';

/** An order of the fewest possible tickets, with its confirmation mail. */
const mailedOrder = async (site: Site, time_span_id: string) => {
  const { shop, product } = site;
  // The number of mails to one address is limited.
  const email = newAddress();
  const count = Math.max(1, product.min_quantity);
  const option = aloneOf(site);
  if ((await settingsOf(site.site)).isOnlyStartMailConfirm) {
    const { link: mail } = await invitedTo(shop, { site: site.site, slot: time_span_id, option, count, mail: email });
    // Its seats are held, and its token is known, once the link is opened.
    const { order_token: token } = await callApi(site, 'getOrderMail', { params: { token: mail } });
    return { email, token, mail };
  }
  const option_values = [{ id: option, count }];
  const choice = { product_uuid: product.uuid, time_span_id, quantity: count, option_values, set_products: [] };
  const { order_token: token } = await callApi(site, 'createOrder', { body: { lang: 'ja', ...choice } });
  await callApi(site, 'createOrderMail', { params: { token }, body: { ...customer, ...picked(site), email } });
  return { email, token, mail: await linkTokenOf(shop, email) };
};

const magazineOf = async ({ db, deps }: Shop, email: string): Promise<string> => {
  const row = db.selectFrom('mail_magazines').select('id').where('email', '=', email);
  return deps.tokens.token('magazine', (await row.executeTakeFirstOrThrow()).id);
};

/** The outcome of a step: a failure, or the result of a return from the provider. */
export type Outcome = { readonly failure?: FailureCode | undefined; readonly back?: string | undefined };

/** The real data of one walk. */
export const createWalkFixture = async (site: Site) => {
  const { shop, product } = site;
  const [first, second] = await timesOf(site);
  const email = newAddress();
  const names = new Map<string, string>([
    ['p1', product.uuid],
    ['adult', aloneOf(site)],
    ['2026-12-01', tomorrow],
    ['2027-01-01', addMonths(tomorrow, 1)],
    ['t1', first],
    ['t2', second],
    ['hanako@example.jp', email],
    // Sites without the plans' method use another one.
    ['stripe_secure', site.method],
  ]);
  let last: Awaited<ReturnType<typeof mailedOrder>> | undefined;
  let next: Outcome = {};
  let returned: string | undefined;
  const bought = (count: number) => buyTicket(shop, first, count, 0, email);
  /** A paid order of the site, whose buyer reads its newsletter. */
  const paidOrder = async () => {
    const { email: buyer, token } = await mailedOrder(site, first);
    const customer = sql<string>`customer || '{"mail_magazine":"true"}'`;
    await shop.db.updateTable('orders').set({ customer }).where('id', '=', orderOpenedBy(token)).execute();
    await returnOf({ shop, root: site.root, token, card: cards.good });
    return { buyer, token };
  };
  const ticketLink = async () =>
    product.uuid === timed
      ? (await bought(2)).params.reservation_token
      : (await boughtBy(shop, (await paidOrder()).token)).reservation_token;
  const shareLink = async () => {
    const params = { reservation_token: await ticketLink() };
    return (await callApi(site, 'shareTicket', { params })).share_token;
  };
  const magazineLink = async () => magazineOf(shop, (await paidOrder()).buyer);
  const makers: Readonly<Record<string, () => Promise<string>>> = {
    'ticket-1': ticketLink,
    'ticket-2': ticketLink,
    'share-1': shareLink,
    'share-2': shareLink,
    'magazine-1': magazineLink,
    'magazine-2': magazineLink,
    // The earliest free time of the second month, at the price of the others. It stays that, although all walks take seats of it.
    t9: async () => {
      const first = `${addMonths(tomorrow, 1).slice(0, 7)}-01`;
      const query = { from: first, to: first, lang: 'ja', product_uuid: product.uuid };
      const { time_spans } = await callApi(site, 'searchProducts', { query });
      const { id = '' } = time_spans.find(({ remaining }) => remaining > 0) ?? {};
      const more = shop.db.updateTable('time_spans').set({ capacity: sql`capacity + 20`, surcharge: 0 });
      await more.where('site', '=', site.site).where('id', '=', id).execute();
      return id;
    },
    s1: async () => {
      const query = { lang: 'ja', main_product_time_span_id: first };
      return (await callApi(site, 'searchSetProducts', { query }))[0]?.uuid ?? '';
    },
  };
  const real = async (sample: string): Promise<string> => {
    if (sample === 'mail-1' || sample === 'mail-2') {
      last = await mailedOrder(site, first);
      return last.mail;
    }
    // Not the order behind a return, which would be paid.
    if (sample === 'order-1') return (await mailedOrder(site, first)).token;
    if (sample === 'return-1') {
      // An order that is paid cannot end otherwise.
      if (returned === 'paid' && next.back !== 'paid') last = undefined;
      returned = next.back;
      if (last && !(await mayReturn(shop, last.token))) last = undefined;
      last ??= await mailedOrder(site, first);
      const card = cards[next.back === 'paid' ? 'good' : next.back === 'declined' ? 'declined' : 'challenged'];
      return returnOf({ shop, root: site.root, token: last.token, card });
    }
    // Typed so that the server gives the planned response.
    if (sample === 'SPRING') return next.failure === 'coupon_expired' ? 'EXPIRED' : coupon;
    if (sample === 'AB23-CD45-EF67') return next.failure === 'ticket_not_found' ? sample : (await bought(1)).number;
    const known = names.get(sample) ?? (await makers[sample]?.());
    if (known !== undefined) names.set(sample, known);
    return known ?? sample;
  };
  const replaceSamples = async (value: unknown): Promise<unknown> => {
    if (typeof value === 'string') return real(value);
    if (Array.isArray(value)) return Promise.all(value.map(replaceSamples));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(async ([key, inner]) => [key, await replaceSamples(inner)] as const);
    return Object.fromEntries(await Promise.all(entries));
  };
  return {
    site,
    shop,
    /** Replaces sample names by real data; `comes` is the planned outcome. */
    replaceSamples: (value: unknown, outcome: Outcome = {}): Promise<unknown> => {
      next = outcome;
      return replaceSamples(value);
    },
    /** Whether the typed text or the card already makes the server respond as planned. */
    causesFailure: (id: string, code: FailureCode): boolean =>
      (code === next.failure && ['coupon_expired', 'ticket_not_found'].includes(code)) ||
      (code === 'payment_api_failure' && ['postCheckout', 'confirmPayment'].includes(id)),
    /** The mail address that the visitor enters. */
    email: () => last?.email ?? email,
  };
};
export type WalkFixture = Awaited<ReturnType<typeof createWalkFixture>>;
