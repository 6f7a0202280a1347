import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { importCatalogue } from '#server/catalogue/import.ts';
import type { Catalogue } from '#server/catalogue/schema.ts';
import { venueDay } from '#src/domain/dates.ts';
import { adults, buyTicket, passMinutes, ticketOf } from './kit/arrange.ts';
import { customer, hold, ready, slotAt, timed } from './kit/buyer.ts';
import { applyCoupon, audio, booklet, holdSets } from './kit/extras.ts';
import { catalogueOf, giveSameIds, keepNextDays, openOps, venueOf, withProduct } from './kit/ops.ts';
import { pay, replyOf } from './kit/pay.ts';
import { forFile, type Shop, startShop } from './kit/shop.ts';
import { readSiteRows } from './kit/twin-site.ts';

const [here, there] = ['borderless', 'lab-exhibition'] as const;
type Code = typeof here | typeof there;
const codes = [here, there];
const other = (code: Code): Code => (code === here ? there : here);

const today = venueDay(Date.now());

const shop = await forFile(startShop());
await keepNextDays(shop);
await importCatalogue(shop.db, await catalogueOf(shop.db, here), today);
await giveSameIds(shop, there, { dearer: 1_000, seats: 40 });
const venue = (code: Code): Shop => venueOf(shop, code);

const runImport = async (code: Code, change: (catalogue: Catalogue) => Catalogue): Promise<void> => {
  await importCatalogue(shop.db, change(await catalogueOf(shop.db, code)), today);
};
const inTimed = (change: Parameters<typeof withProduct>[2]) => (catalogue: Catalogue) =>
  withProduct(catalogue, timed, change);

/** Actions of a venue in a day; each must leave no trace at the other one. */
const actions: Record<string, (code: Code) => Promise<unknown>> = {
  'a hold that is cancelled': async (code) => {
    const { token } = await hold(venue(code), (await slotAt(venue(code), 0)).id, { adults: 2 });
    await venue(code).call('deleteOrder', { params: { token } });
  },
  'a hold that expires': async (code) => {
    const { token } = await hold(venue(code), (await slotAt(venue(code), 0)).id, { adults: 2 });
    await passMinutes(shop, token, 16);
    await shop.sweep();
  },
  'a purchase with set products and a coupon': async (code) => {
    const { token } = await holdSets(venue(code), (await slotAt(venue(code), 1)).id, { id: booklet, count: 1 });
    await applyCoupon(venue(code), token, 'LIGHT500');
    const put = await ready(venue(code), (await slotAt(venue(code), 2)).id, { adults: 2 });
    expect(replyOf(await pay(venue(code), put)).status).toBe('paid');
  },
  'a ticket that is split, moved and looked up': async (code) => {
    const { params, number } = await buyTicket(venue(code), (await slotAt(venue(code), 3)).id, { adults: 3 });
    await venue(code).call('splitTicket', { params, body: { option_values: adults(1) } });
    const body = { time_span_id: (await slotAt(venue(code), 4)).id };
    const moved = await venue(code).call('changeDate', { params, body });
    const query = { email: customer.email, reservation_number: number };
    expect((await venue(code).call('getReservation', { query })).reservation_token).toBe(moved.reservation_token);
    expect((await venue(other(code)).send('getReservation', { query })).status).toBe(404);
    await shop.db.deleteFrom('tries').execute();
  },
  'an order that the operator refunds': async (code) => {
    const { number } = await buyTicket(venue(code), (await slotAt(venue(code), 0)).id);
    const ops = await openOps(shop);
    expect(await ops.code('refund', { reservation_number: number })).toBe('refund');
    await ops.close();
  },
  'an import with other prices and seats': (code) =>
    runImport(
      code,
      inTimed(({ options, time_spans }) => ({
        options: options.map((option) => ({ ...option, add_cost: option.add_cost + 1 })),
        time_spans: time_spans.map((span) => ({ ...span, capacity: span.capacity + 1 })),
      })),
    ),
  'an import that withdraws slots, a set product and a coupon, and another that brings them back': async (code) => {
    const before = await catalogueOf(shop.db, code);
    await runImport(code, (all) => ({
      ...inTimed(({ time_spans }) => ({ time_spans: time_spans.slice(5) }))(all),
      set_products: all.set_products.filter(({ uuid }) => uuid !== audio),
      coupons: all.coupons.slice(1),
    }));
    await importCatalogue(shop.db, before, today);
    expect(await catalogueOf(shop.db, code)).toEqual(before);
  },
  'an import that renames what was sold, and back': async (code) => {
    const { params } = await buyTicket(venue(code), (await slotAt(venue(code), 5)).id);
    const rename = (from: string, to: string) =>
      runImport(
        code,
        inTimed(({ options }) => ({
          options: options.map((option) => (option.id === from ? { ...option, id: to, was: from } : option)),
        })),
      );
    await rename('admission-adult', 'grown-up');
    expect((await ticketOf(venue(code), params.reservation_token)).order_options[0]?.id).toBe('grown-up');
    await rename('grown-up', 'admission-adult');
  },
};

describe('two venues with the same ids', () => {
  const rows = Object.keys(actions).flatMap((name) => codes.map((code) => [name, code] as const));
  it.each(rows)('%s at %s changes nothing of the other', async (name, code) => {
    const [before, twin] = [await readSiteRows(shop.db, other(code)), await readSiteRows(shop.db, 'twin')];
    await actions[name]?.(code);
    expect(await readSiteRows(shop.db, other(code))).toEqual(before);
    expect(await readSiteRows(shop.db, 'twin')).toEqual(twin);
  });
});

describe('the schema', () => {
  const catalogue = ['products', 'product_options', 'time_spans', 'set_products', 'coupons'];

  it('has the site in every key of a catalogue, and in every reference to one', async () => {
    const { rows } = await sql<{ name: string; definition: string }>`
      select conname as name, pg_get_constraintdef(c.oid) as definition from pg_constraint c
      join pg_class own on own.oid = conrelid left join pg_class target on target.oid = confrelid
      where connamespace = current_schema()::regnamespace
        and (contype = 'p' and own.relname = any(${catalogue}::text[]) or contype = 'f' and target.relname = any(${catalogue}::text[]))`.execute(
      shop.db,
    );
    expect(rows.length).toBeGreaterThan(20);
    expect(
      rows.filter(
        ({ definition }) => !/KEY \(site, \w+\)(?: REFERENCES \w+\(site, \w+\) ON UPDATE CASCADE)?$/.test(definition),
      ),
    ).toEqual([]);
  });

  it('refuses an order that names a timespan of another site', async () => {
    const cross = sql`update orders set site = 'mori' where id = (select id from orders limit 1)`.execute(shop.db);
    await expect(cross).rejects.toThrow(/violates foreign key/);
  });
});
