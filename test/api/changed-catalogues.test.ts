import { afterEach, describe, expect, it } from 'vitest';
import { importCatalogue } from '#server/catalogue/import.ts';
import type { Catalogue } from '#server/catalogue/schema.ts';
import { createRecent } from '#server/core/recent.ts';
import { createServer } from '#server/serve.ts';
import { type VisitPeriod, visitOf } from '#src/domain/checkout.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { buyTicket, changeRows, passVisit, ticketOf } from './kit/arrange.ts';
import { ready, season, slotAt, timed, tomorrow } from './kit/buyer.ts';
import { catalogueOf, keepNextDays, withProduct } from './kit/ops.ts';
import { clientFolder } from './kit/own-sites.ts';
import { pay, purchase } from './kit/pay.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

/** Imports after a ticket was sold, and their effect on the ticket. */
const shop = await forFile(startShop({ clientFolder: clientFolder() }));
await keepNextDays(shop);
const first = await catalogueOf(shop.db, 'borderless');
const today = venueDay(Date.now());

const put = (catalogue: Catalogue) => importCatalogue(shop.db, catalogue, today);
const dryRun = async (catalogue: Catalogue) => {
  const { changes } = await importCatalogue(shop.db, catalogue, today, { isDryRun: true });
  return changes.map(({ kind, text }) => `${kind} ${text}`);
};
const withoutSlot = (id: string) =>
  withProduct(first, timed, ({ time_spans }) => ({ time_spans: time_spans.filter((span) => span.id !== id) }));
/** The slot at another time, late in the evening, where no other one is. */
const withSlotOn = (id: string, day: string) => {
  const [from, to] = [`${day}T23:10:00+09:00`, `${day}T23:50:00+09:00`];
  return withProduct(first, timed, ({ time_spans }) => ({
    time_spans: time_spans.map((span) =>
      span.id === id ? { ...span, reservation_from: from, reservation_to: to, sale_to: to } : span,
    ),
  }));
};
afterEach(() => put(first));

it('a timespan that gets another time while it is paid is not sold at that time until the visitor agrees to it', async () => {
  const { id } = await slotAt(shop, 3);
  const { order, ...of } = await ready(shop, id);
  await put(withSlotOn(id, addDays(tomorrow, 4)));
  const refused = problemOf(await pay(shop, of, { visit: visitOf(order.main_product) }));
  expect(refused).toMatchObject({ status: 409, code: 'invalid_input', fields: ['visit'] });
  const now = await shop.call('getOrder', { params: { token: of.token } });
  expect([now.status, venueDay(now.main_product.reservation_from)]).toEqual(['open', addDays(tomorrow, 4)]);
  const { reservation_token } = await purchase(shop, of, { visit: visitOf(now.main_product) });
  expect(await ticketOf(shop, reservation_token)).toMatchObject(visitOf(now.main_product));
});

it('a ticket does not move to a timespan that gets another time meanwhile, until its holder has seen it', async () => {
  const slot = await slotAt(shop, 3);
  const { params } = await buyTicket(shop, (await slotAt(shop, 4)).id);
  await put(withSlotOn(slot.id, addDays(tomorrow, 4)));
  const move = (visit: VisitPeriod) => shop.send('changeDate', { params, body: { time_span_id: slot.id, visit } });
  const refused = problemOf(await move(visitOf(slot)));
  expect(refused).toMatchObject({ status: 409, code: 'ticket_not_on_sale', fields: ['visit'] });
  expect(await ticketOf(shop, params.reservation_token)).toMatchObject({ state: 'valid' });
  const [from, to] = [`${addDays(tomorrow, 4)}T23:10:00+09:00`, `${addDays(tomorrow, 4)}T23:50:00+09:00`];
  expect((await move({ reservation_from: from, reservation_to: to })).status).toBe(200);
});

describe('a timespan that was sold', () => {
  it('and visited does not come back at another time under its id, which would let its visitors in again', async () => {
    const { id, reservation_from, reservation_to } = await slotAt(shop, 0);
    await buyTicket(shop, id, { adults: 2 });
    await passVisit(shop, id);
    await put(withoutSlot(id));
    const again = withSlotOn(id, addDays(tomorrow, 3));
    const why = expect.stringMatching(new RegExp(`timespan ${id} has begun \\(.*\\) and has tickets: keep its time`));
    expect(await dryRun(again)).toContainEqual(why);
    await expect(put(again)).rejects.toThrow('has begun');
    const still = { reservation_from: new Date(reservation_from), reservation_to: new Date(reservation_to) };
    await changeRows(shop, 'time_spans', { id }, still);
    await expect(put(again)).resolves.toMatchObject({ isDryRun: false });
  });

  it('and gets another time takes its seats along, which the dry run says', async () => {
    const { id } = await slotAt(shop, 1);
    await buyTicket(shop, id, { adults: 2 });
    const moved = withSlotOn(id, addDays(tomorrow, 3));
    const movedToo = new RegExp(
      `^changed timespan ${id}: reservation_from .* \\(\\d+ seats held or sold move with it\\)$`,
    );
    expect(await dryRun(moved)).toContainEqual(expect.stringMatching(movedToo));
    await put(withoutSlot(id));
    const counted = new RegExp(`^new timespan ${id}, .* \\(\\d+ seats held or sold before count again\\)$`);
    expect(await dryRun(moved)).toContainEqual(expect.stringMatching(counted));
  });

  it('and gets another time has a newer calendar file, which replaces the one before', async () => {
    const { id } = await slotAt(shop, 2);
    const { params } = await buyTicket(shop, id);
    const bought = new Date(Date.now() - 3 * 86_400_000);
    await changeRows(shop, 'tickets', { time_span_id: id }, { created_at: bought });
    await put(withSlotOn(id, addDays(tomorrow, 3)));
    const file = await (await fetch(`${shop.url}/api/v1/tickets/${params.reservation_token}/calendar`)).text();
    const [, stamp = ''] = /DTSTAMP:(\d{8})T/.exec(file) ?? [];
    expect(file).toContain('T141000Z');
    expect(Number(stamp)).toBeGreaterThan(Number(bought.toISOString().slice(0, 10).replaceAll('-', '')));
  });
});

it('a product that was ordered keeps its way of being sold: a pass of months does not become a visit of one day', async () => {
  const { id } = await slotAt(shop, 3);
  await buyTicket(shop, id);
  const asPeriod = withProduct(first, timed, () => ({ sale_type: 'period' }));
  await expect(put(asPeriod)).rejects.toThrow(
    `product ${timed} was ordered with time: keep it, or add a new product with another id`,
  );
  await put(withProduct(first, season, () => ({ sale_type: 'time' })));
});

it('a receipt names the way it was paid when the site no longer offers it', async () => {
  const { params } = await buyTicket(shop, (await slotAt(shop, 6)).id);
  const receipt = () => shop.call('getReceipt', { params, query: { lang: 'en' } });
  expect((await receipt()).payment_method_name).toBe('Credit card');
  await put({ ...first, payment_methods: first.payment_methods.filter(({ id }) => id !== 'stripe_secure') });
  expect(await receipt()).toMatchObject({ payment_method: 'stripe_secure', payment_method_name: 'Credit card' });
});

it('a page in a language that the site no longer has is in its default one, in which orders are taken', async () => {
  const server = createServer({ ...shop.deps, recent: createRecent(0) });
  const langAt = async (lang: string) =>
    /<html lang="([\w-]+)"/.exec(await (await server.request(`/?lang=${lang}`)).text())?.[1];
  expect(await langAt('kr')).toBe('ko');
  await put({ ...first, languages: first.languages.filter(({ id }) => id !== 'kr') });
  expect([await langAt('kr'), await langAt('en')]).toEqual(['ja', 'en']);
});
