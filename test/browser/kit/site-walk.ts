import type { FieldTemplate } from '#src/domain/customer.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Product } from '#src/domain/product.ts';
import { rulesOf, type SiteCode } from '#src/domain/site.ts';
import { customer, tomorrow } from '#test/api/kit/buyer.ts';
import { type Call, createCall, type Sent, sendWithKeys } from '#test/api/kit/call.ts';
import { invitedTo, linkTokenOf } from '#test/api/kit/mails.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import type { Visitor } from './visitor.ts';
import * as walk from './walk.ts';

/** A visitor's way to the payment step of any site; products and fields are read from its API. */

type SiteInLang = { site: SiteCode; lang: Lang };

/** The prefix of the site's addresses. */
export const rootOf = (shop: Pick<Shop, 'url'>, site: SiteCode): string =>
  site === siteCodes[0] ? shop.url : `${shop.url}/${site}`;

/** Makes a call of a site's own API. Throws with the reply if it is refused. */
export const callAt = <C extends Call>(shop: Pick<Shop, 'url'>, site: SiteCode, call: C, sent: Sent = {}) =>
  createCall(sendWithKeys(rootOf(shop, site)))(call, { headers: { 'x-recaptcha-token': 'none' }, ...sent });

/** The site's response to a call of the catalogue, in that language. */
export const readAt = <C extends Call>(shop: Pick<Shop, 'url'>, { site, lang }: SiteInLang, call: C) =>
  callAt(shop, site, call, { query: { lang } });

/** The site's products that cost something, at least one. */
export const soldAt = async (shop: Pick<Shop, 'url'>, siteInLang: SiteInLang): Promise<[Product, ...Product[]]> => {
  const [first, ...others] = (await readAt(shop, siteInLang, 'getProducts')).filter(({ price_from }) => price_from > 0);
  if (!first) throw new Error('Nothing to buy.');
  return [first, ...others];
};

/** On the order page: chooses the product, a slot tomorrow, and the minimum number of tickets, without submitting. */
export const chooseTickets = async (visitor: Visitor, product: Product): Promise<void> => {
  const { at, click, control, fill, page } = visitor;
  const settled = () => at('purchase.order.choosing');
  await settled();
  if ((await control('product.choose', product.uuid).count()) > 0) await click('product.choose', product.uuid);
  await settled();
  if (product.sale_type !== 'period') {
    await walk.showWeeksOf(page, tomorrow);
    await settled();
    await click('day.choose', tomorrow);
    await settled();
  }
  if (product.sale_type === 'time') {
    await page.locator(walk.timesOfDay).first().waitFor();
    await walk.chooseTime(visitor);
  }
  const [first] = product.options;
  await fill(first?.id ?? '', String(Math.max(product.min_quantity, 1)));
  const [companion] = first?.needs ?? [];
  if (companion) await fill(companion, '1');
};

/** The token of the open order, as the page stores it. */
export const tokenIn = async ({ stored }: Visitor, site: SiteCode): Promise<string> => {
  const order = (await stored())[`ticket-store:${site}:order`] ?? '';
  return /"token":"([^"]+)"/.exec(order)?.[1] ?? '';
};

/** Values of text fields. */
const texts: Readonly<Record<string, string>> = {
  ...customer,
  resident_area: 'Tokyo',
  address: '東京都港区1-2-3',
  questionnaire1: 'train',
};

/** Fills in every shown field of the site's form; the newsletter stays as the site offers it. */
export const fillForm = async ({ page, fill }: Visitor, templates: readonly FieldTemplate[]): Promise<void> => {
  for (const fold of await page.locator('form details:not([open]) > summary').all()) await fold.click();
  for (const { field_name, is_display } of templates) {
    if (!is_display || field_name === 'mail_magazine') continue;
    const found = page.locator(`[name="${field_name}"]`);
    const kind = await found.first().evaluate((node) => (node instanceof HTMLInputElement ? node.type : node.tagName));
    if (kind === 'SELECT') await found.selectOption({ index: 2 });
    else if (kind === 'radio') await found.nth(1).check();
    else await fill(field_name, texts[field_name] || 'x');
    if (field_name === 'email') await fill('email_confirm', customer.email);
  }
};

/** The link of the newest order's confirmation mail. The outbox stores no link, it is derived when a mail is written. */
const mailLink = async (shop: Shop): Promise<string> => {
  const mails = shop.db.selectFrom('outbox').select('address').where('kind', '=', 'mail_confirm');
  const { address } = await mails.orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow();
  return `#/mail-confirm?token=${await linkTokenOf(shop, address)}`;
};

/** On invitation-only sites the venue creates the order, and the visitor gets a link by mail. */
const byInvitation = async (
  visitor: Visitor,
  shop: Shop,
  { site, lang }: SiteInLang,
  product: Product,
): Promise<void> => {
  await visitor.type('#/order');
  await visitor.at('not-found');
  const day = { from: tomorrow, to: tomorrow, lang, product_uuid: product.uuid };
  const [slot] = (await callAt(shop, site, 'searchProducts', { query: day })).time_spans;
  const wanted = { site, lang, slot: slot?.id ?? '', option: product.options[0]?.id ?? '' };
  const { link } = await invitedTo(shop, wanted);
  await visitor.page.goto(`${rootOf(shop, site)}/?lang=${lang}#/mail-confirm?token=${link}`);
  await visitor.at('mail-confirm');
};

/** Opens the site and goes to the payment step, through the mailed link where the site requires one. */
export const toPaymentAt = async (
  visitor: Visitor,
  shop: Shop,
  siteInLang: SiteInLang,
  product?: Product,
): Promise<void> => {
  const { page, click, clickTo, at } = visitor;
  const { mailConfirm, onlyMail } = rulesOf(shop.deps.sites.settingsOf(siteInLang.site));
  const bought = product ?? (await soldAt(shop, siteInLang))[0];
  await page.goto(`${rootOf(shop, siteInLang.site)}/?lang=${siteInLang.lang}`);
  await page.locator('h1').waitFor();
  if (onlyMail) await byInvitation(visitor, shop, siteInLang, bought);
  else {
    await chooseTickets(visitor, bought);
    await walk.submitOrder(visitor);
    await fillForm(visitor, await readAt(shop, siteInLang, 'getFieldTemplates'));
    await click('customer.submit');
    if (mailConfirm) {
      await at('purchase.sended-mail');
      await visitor.type(await mailLink(shop));
    }
  }
  if (mailConfirm) await clickTo('mail.confirm', 'purchase.payment.choosing');
};
