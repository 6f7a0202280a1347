import * as v from 'valibot';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { getFieldTemplates, getPaymentMethods, getProducts } from '#src/api/contract/catalogue.ts';
import { createOrder } from '#src/api/contract/orders.ts';
import { searchProducts } from '#src/api/contract/products.ts';
import type { FieldTemplate } from '#src/domain/customer.ts';
import { type Lang, langs } from '#src/domain/lang.ts';
import type { Product } from '#src/domain/product.ts';
import { rulesOf, type SiteCode, siteCodes } from '#src/domain/site.ts';
import { settingsOf } from '#src/sites/sites.ts';
import { customer, newKey, tomorrow } from '#test/api/kit/buyer.ts';
import { audit } from './kit/axe.ts';
import { startOwnShop } from './kit/host.ts';
import { openLane } from './kit/lane.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** A purchase on every site, the languages and the ways to be sold by turns. */
const shop = await startOwnShop();
const lane = await openLane(shop);
afterEach(lane.leave);
afterAll(lane.close);

const rootOf = (site: SiteCode): string => (site === siteCodes[0] ? '' : `/${site}`);

const read = async <S extends v.GenericSchema>(site: SiteCode, call: { path: string; reply: S }, lang: Lang) => {
  const answer = await fetch(`${shop.url}${rootOf(site)}/api/v1${call.path}?lang=${lang}`);
  return v.parse(call.reply, await answer.json());
};

const chooseTickets = async (visitor: Visitor, product: Product): Promise<void> => {
  const { at, press, control, fill, page } = visitor;
  const still = () => at('purchase.order.choosing');
  await still();
  if ((await control('product.choose', product.uuid).count()) > 0) await press('product.choose', product.uuid);
  await still();
  if (product.sale_type !== 'period') {
    if ((await control('day.choose', tomorrow).count()) === 0) await press('month.show', tomorrow.slice(0, 7));
    await still();
    await press('day.choose', tomorrow);
    await still();
  }
  if (product.sale_type === 'time') {
    await page.locator('[data-event="timespan.choose"]').first().waitFor();
    await walk.chooseTime(visitor);
  }
  const count = Math.max(product.min_quantity, 1);
  await fill(product.options[0]?.id ?? '', String(count));
};

const answers: Readonly<Record<string, string>> = {
  fullname: '山田 花子',
  email: 'hanako@visitor.example',
  phone: '09012345678',
  resident_area: 'Tokyo',
  address: '東京都港区1-2-3',
};

/** Fills in what the site's form shows, whatever its kind. */
const fillForm = async ({ page, fill }: Visitor, templates: readonly FieldTemplate[]): Promise<void> => {
  for (const { field_name, is_display } of templates) {
    if (!is_display || field_name === 'mail_magazine') continue;
    const found = page.locator(`[name="${field_name}"]`);
    const kind = await found.first().evaluate((node) => (node instanceof HTMLInputElement ? node.type : node.tagName));
    if (kind === 'SELECT') await found.selectOption({ index: 2 });
    else if (kind === 'radio') await found.nth(1).check();
    else await fill(field_name, answers[field_name] ?? 'x');
    if (field_name === 'email') await fill('email_confirm', answers.email ?? '');
  }
};

/** The link of the newest order's confirmation mail: the outbox holds no link, it is derived when a mail is written. */
const mailLink = async (): Promise<string> => {
  const { id } = await shop.db
    .selectFrom('orders')
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return `#/mail-confirm?token=${shop.deps.vault.token('mail', id)}`;
};

/** As far as the payment step, through the mailed link where the site has one. */
const toPayment = async (visitor: Visitor, site: SiteCode, product: Product, lang: Lang): Promise<void> => {
  const { mailConfirm } = rulesOf(await settingsOf(site));
  await chooseTickets(visitor, product);
  await visitor.press('order.submit');
  await visitor.at('purchase.sign-in.editing');
  await fillForm(visitor, await read(site, getFieldTemplates, lang));
  await visitor.press('customer.submit');
  if (mailConfirm) {
    await visitor.at('purchase.sended-mail');
    await visitor.type(await mailLink());
  }
  await visitor.at('purchase.payment.choosing');
};

/** From the payment step to the page before the last press, where cards go to SB Payment Service. */
const payWithSoftbank = async ({ at, control, field, fill, press }: Visitor): Promise<void> => {
  const method = control('method.choose', 'softbank_credit');
  if (!(await method.isChecked())) await method.click();
  await fill('card_number', walk.cards.good);
  await field('card_month').selectOption('12');
  await field('card_year').selectOption({ index: 5 });
  await fill('card_code', '123');
  await press('payment.submit');
  await at('purchase.confirm');
};

const post = async (site: SiteCode, path: string, body: object): Promise<unknown> => {
  const answer = await fetch(`${shop.url}${rootOf(site)}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `"${newKey()}"` },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
};

/** On a site without a shop window the venue begins the purchase; the visitor gets a link by mail. */
const toPaymentByInvitation = async (visitor: Visitor, site: SiteCode, product: Product, lang: Lang): Promise<void> => {
  const { page, type, at } = visitor;
  await type('#/order');
  await at('not-found');
  const day = { from: tomorrow, to: tomorrow, lang, product_uuid: product.uuid };
  const found = await fetch(`${shop.url}${rootOf(site)}/api/v1/products/search?${new URLSearchParams(day)}`);
  const [slot] = v.parse(searchProducts.reply, await found.json()).time_spans;
  const chosen = { id: product.options[0]?.id ?? '', count: 1 };
  const made = await post(site, createOrder.path, {
    ...{ lang, product_uuid: product.uuid, time_span_id: slot?.id, quantity: 1 },
    ...{ option_values: [chosen], set_products: [] },
  });
  const { order_token } = v.parse(createOrder.reply, made);
  await post(site, `/ordermails/${order_token}`, customer);
  await page.goto(`${shop.url}${rootOf(site)}/?lang=${lang}${await mailLink()}`);
  await at('purchase.payment.choosing');
};

describe.each(siteCodes.map((site, index) => ({ site, lang: langs[index % langs.length] ?? 'ja', turn: index })))(
  '$site in $lang',
  ({ site, lang, turn }) => {
    it('opens on a page that axe finds nothing in, on a telephone and wide', async () => {
      for (const device of ['phone', 'desktop'] as const) {
        const { page } = await lane.visit({ device });
        await page.goto(`${shop.url}${rootOf(site)}/?lang=${lang}`);
        await page.locator('h1').waitFor();
        expect((await audit(page)).violations).toEqual([]);
        const drawn = (img: Element) => img instanceof HTMLImageElement && img.naturalWidth > 0;
        expect(await page.locator('.logo img').evaluate(drawn), 'the logo is drawn').toBe(true);
      }
    });

    it('sells a ticket', async () => {
      const settings = await settingsOf(site);
      const visitor = await lane.visit({ device: turn % 2 === 0 ? 'phone' : 'desktop' });
      const { page, at } = visitor;
      const before = await lane.charges();
      await page.goto(`${shop.url}${rootOf(site)}/?lang=${lang}`);
      await page.locator('h1').waitFor();
      expect(await page.title()).toBe(settings.title[lang]);
      const paid = (await read(site, getProducts, lang)).filter(({ price_from }) => price_from > 0);
      const product = paid[turn % paid.length];
      if (!product) throw new Error('Nothing to buy.');
      await (settings.isOnlyStartMailConfirm ? toPaymentByInvitation : toPayment)(visitor, site, product, lang);
      const offered = (await read(site, getPaymentMethods, lang)).map(({ id }) => id);
      expect(settings.methods).toEqual(expect.arrayContaining(offered));
      const stripe = (['stripe_secure', 'stripe'] as const).find((method) => offered.includes(method));
      if (stripe) await walk.payWith(visitor, undefined, stripe);
      else await payWithSoftbank(visitor);
      await visitor.press('checkout.submit');
      await at('purchase.complete');
      expect(await page.locator('.number').textContent()).toMatch(/-/);
      expect(await lane.charges()).toBe(before + 1);
      expect(visitor.faults()).toEqual([]);
    });
  },
);
