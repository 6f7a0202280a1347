import { describe, expect, it } from 'vitest';
import type { Catalogue } from '#server/catalogue/schema.ts';
import { buyTicket, newSlot, rowOf, ticketOf } from './kit/arrange.ts';
import { dated, hold, slotAt, timed } from './kit/buyer.ts';
import { applyCoupon } from './kit/extras.ts';
import { catalogueOf, keepNextDays, openOps, withProduct } from './kit/ops.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));
await keepNextDays(shop);
const first = await catalogueOf(shop.db, 'borderless');

const send = (catalogue: unknown, dry_run = false) =>
  ops.run('catalogue-import', { text: typeof catalogue === 'string' ? catalogue : JSON.stringify(catalogue), dry_run });
/** Without warnings: the demo has short codes of coupons. */
const linesOf = ({ said }: { said: { en: string } }): string[] =>
  said.en.split('\n').filter((line) => !line.startsWith('  warning'));
type Product = Catalogue['products'][number];
const inTimed = (change: (product: Product) => Partial<Product>) => withProduct(first, timed, change);
const spanOf = (id: string) => first.products.flatMap(({ time_spans }) => time_spans).find((span) => span.id === id);

describe('a dry run', () => {
  it.each([true, false])('warns of codes of coupons shorter than eight characters (dry run: %s)', async (isDryRun) => {
    const [coupon] = first.coupons;
    const coupons = ['SEVEN77', 'EIGHT888', 'SHORT'].map((code) => ({ ...coupon, code }));
    const reply = await send({ ...first, coupons }, isDryRun);
    const warnings = [
      'coupons/0/code: SEVEN77 can be guessed: 8 random characters or more are safe.',
      'coupons/2/code: SHORT can be guessed: 8 random characters or more are safe.',
    ];
    expect(reply).toMatchObject({ done: 'catalogue-import', warnings });
    for (const warning of warnings) expect(reply.said.en).toContain(`\n  warning    ${warning}`);
    if (!isDryRun) await send(first);
  });

  it('names what is new, changed, renamed, withdrawn and refused, and writes nothing', async () => {
    const [kept, gone] = [(await slotAt(shop, 0)).id, (await slotAt(shop, 1)).id];
    await hold(shop, kept, { adults: 2 });
    const before = await catalogueOf(shop.db, 'borderless');
    const start = '2031-05-01T10:00:00+09:00';
    const span = spanOf(kept);
    if (!span) throw new Error('No slot.');
    const fresh = { ...span, id: 'fresh', reservation_from: start, reservation_to: '2031-05-01T10:30:00+09:00' };
    const plan = inTimed(({ options, time_spans, words }) => ({
      max_quantity: 7,
      words: { ...words, en: { product_name: 'Night', description: '', naming_right: '', caution: '' } },
      options: options.map((one) =>
        one.id === 'admission-child' ? { ...one, id: 'child', was: 'admission-child', add_cost: 5 } : one,
      ),
      time_spans: [
        ...time_spans.filter(({ id }) => id !== gone).map((one) => (one.id === kept ? { ...one, capacity: 1 } : one)),
        fresh,
      ],
    }));
    const coupons = plan.coupons.filter(({ code }) => code !== 'LIGHT500');
    const reply = await send({ ...plan, coupons }, true);
    const lines = linesOf(reply);
    expect(lines[0]).toBe(
      'borderless: would be 1 new, 3 changed, 1 renamed, 2 withdrawn, 1 refused. Nothing was written.',
    );
    expect(lines.slice(1).map((line) => line.trim())).toEqual([
      `new        timespan fresh, 2031-05-01 10:00, of product ${timed}`,
      expect.stringMatching(
        new RegExp(`^changed    product ${timed} “Night”: max_quantity \\d+ → 7, words \\(.*en.*\\)$`),
      ),
      expect.stringMatching(/^changed {4}option child “.*”: add_cost [\d]+ → 5$/),
      expect.stringMatching(new RegExp(`^changed    timespan ${kept}: capacity \\d+ → 1$`)),
      'renamed    option admission-child → child',
      expect.stringMatching(/^withdrawn {2}coupon LIGHT500/),
      expect.stringMatching(
        new RegExp(`^withdrawn  timespan ${gone}, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d, of product ${timed}`),
      ),
      expect.stringMatching(
        /^refused {4}products\/\d+\/time_spans\/\d+: timespan .* has 1 seats, but \d+ are held or sold: keep at least \d+\.$/,
      ),
    ]);
    expect(await catalogueOf(shop.db, 'borderless')).toEqual(before);
  });
});

describe('a renamed id', () => {
  it('keeps its orders, tickets, coupons and seats', async () => {
    const slot = (await slotAt(shop, 2)).id;
    const { params } = await buyTicket(shop, slot, { adults: 2 });
    const held = await hold(shop, slot);
    await applyCoupon(shop, held.token, 'WELCOME10');
    const before = await rowOf(shop, 'time_spans', { site: 'borderless', id: slot });
    const old = { uuid: timed, slot, code: 'WELCOME10' };
    const other = { uuid: 'new-name', slot: 'new-slot', code: 'HELLO10' };
    const renamed = (to: typeof old, was: typeof old): Catalogue => ({
      ...inTimed(({ time_spans }) => ({
        uuid: to.uuid,
        was: was.uuid,
        time_spans: time_spans.map((own) => (own.id === slot ? { ...own, id: to.slot, was: was.slot } : own)),
      })),
      set_products: first.set_products.map((set) => ({
        ...set,
        products: set.products.map((one) => (one === timed ? to.uuid : one)),
      })),
      coupons: first.coupons.map((coupon) => ({
        ...coupon,
        ...(coupon.code === 'WELCOME10' && { code: to.code, was: was.code }),
        scopes: coupon.scopes.map((scope) =>
          scope.product_uuid === timed ? { ...scope, product_uuid: to.uuid } : scope,
        ),
      })),
    });
    const there = renamed(other, old);
    for (const times of [1, 2]) expect([times, (await send(there)).done]).toEqual([times, 'catalogue-import']);
    expect(await ticketOf(shop, params.reservation_token)).toMatchObject({
      product_uuid: 'new-name',
      time_span_id: 'new-slot',
    });
    const order = await shop.call('getOrder', { params: { token: held.token } });
    expect(order).toMatchObject({ main_product: { time_span_id: 'new-slot' }, coupon: { coupon_code: 'HELLO10' } });
    expect((await send(renamed(old, other))).done).toBe('catalogue-import');
    const after = await rowOf(shop, 'time_spans', { site: 'borderless', id: slot });
    expect(after).toEqual(before);
    expect(await catalogueOf(shop.db, 'borderless')).toEqual(first);
  });

  it('is refused if the old id is not known, or the new one is taken', async () => {
    const option = (id: string, was: string) =>
      inTimed(({ options }) => ({
        options: options.map((one) => (one.id === 'admission-child' ? { ...one, id, was } : one)),
      }));
    expect(linesOf(await send(option('kid', 'nobody')))[1]).toMatch(
      /^products\/\d+\/options\/\d+\/was: no option is called nobody\.$/,
    );
    expect(linesOf(await send(option('admission-child', 'admission-adult')))[1]).toMatch(/both are known/);
    expect(await catalogueOf(shop.db, 'borderless')).toEqual(first);
  });
});

it('ids that move to another product of the same site are rejected by name once they were ordered, independent of the sequence of products in the file', async () => {
  const slot = await newSlot(shop);
  await hold(shop, slot);
  const before = await catalogueOf(shop.db, 'borderless');
  const from = before.products.find(({ uuid }) => uuid === timed);
  const isMoved = ({ id }: { id: string }) => id === slot || id === 'admission-adult';
  const { products } = withProduct(
    withProduct(before, timed, ({ options, time_spans }) => ({
      options: options.filter((one) => !isMoved(one)),
      time_spans: time_spans.filter((one) => !isMoved(one)),
    })),
    dated,
    ({ options, time_spans }) => ({
      options: [...options, ...(from?.options.filter(isMoved) ?? [])],
      time_spans: [...time_spans, ...(from?.time_spans.filter(isMoved) ?? [])],
    }),
  );
  for (const changed of [products, products.toReversed()]) {
    const { said } = await send({ ...before, products: changed });
    expect(said.en).toMatch(/options\/\d+\/id: option admission-adult was ordered with another product/);
    expect(said.en).toMatch(new RegExp(`time_spans/\\d+: timespan ${slot} was ordered with another product`));
    expect(await catalogueOf(shop.db, 'borderless')).toEqual(before);
  }
});
