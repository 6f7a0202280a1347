import type { ExpressWallet, Method } from '#src/domain/payment.ts';
import type { Product } from '#src/domain/product.ts';
import { rulesOf } from '#src/domain/site.ts';
import { pageDay } from '#test/api/kit/day.ts';
import { renderLatestMail } from '#test/api/kit/mails.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import type { Lane } from '#test/browser/kit/lane.ts';
import { byInvitation, mailLink, readAt, rootOf, type SiteInLang, soldAt, typed } from '#test/browser/kit/site-walk.ts';
import type { Visitor } from '#test/browser/kit/visitor.ts';
import { walletButtons, walletSheet, withWallets } from '#test/browser/kit/wallet-sheet.ts';
import { settingsOf } from '#test/tools/example-sites.ts';
import { type Effort, type Hand, handOn } from './hand.ts';

/** One purchase by visible controls alone, from the site's address to the code on the ticket; every use is counted. */

type Purchase = { shop: Shop; place: SiteInLang; visitor: Visitor; hand: Hand; wallet: ExpressWallet | null };

const settled = 'purchase.order.choosing';

const choose = async ({ visitor, hand }: Purchase, product: Product): Promise<void> => {
  const { at, control, page } = visitor;
  await at(settled);
  await hand.arrive();
  const ticket = control('product.choose', product.uuid);
  if ((await ticket.count()) > 0 && !(await ticket.isChecked().catch(() => false))) await hand.tap('ticket', ticket);
  await at(settled);
  // One control takes the first free day and time.
  if (product.sale_type !== 'period') await hand.tap('earliest', page.locator('button[data-event="timespan.choose"]'));
  await at(settled);
  const option = product.options.find(({ needs }) => !needs);
  if (!option) throw new Error(`${product.uuid} has no option that is sold alone.`);
  const wanted = Math.min(Math.max(product.min_quantity, 2), option.max);
  const more = page.locator(`button[data-event="option.set"][data-key="${option.id}"]`).last();
  for (let count = Number(await visitor.field(option.id).inputValue()); count < wanted; count += 1)
    await hand.tap('one more', more);
  await hand.tap('continue', control('order.submit'));
};

const fillForm = async ({ shop, place, visitor, hand, wallet }: Purchase): Promise<void> => {
  await visitor.at('purchase.sign-in.editing');
  await hand.arrive();
  if (wallet) {
    await hand.tap(wallet, walletButtons(visitor).locator(`button[value=${wallet}]`));
    await hand.tap('pay', walletSheet(visitor).locator('button[value=visa]'));
    await visitor.page.locator('.notice-box.ok').waitFor();
  }
  const texts: Readonly<Record<string, string>> = typed;
  for (const { field_name, is_display, is_require } of await readAt(shop, place, 'getFieldTemplates')) {
    if (!is_display || !is_require || field_name === 'mail_magazine') continue;
    const field = visitor.page.locator(`[name="${field_name}"]`);
    if (wallet && (await field.first().inputValue())) continue;
    const kind = await field.first().evaluate((node) => (node instanceof HTMLInputElement ? node.type : node.tagName));
    if (kind === 'SELECT') await hand.select(field_name, field);
    else if (kind === 'radio') await hand.tap(field_name, field.nth(1));
    else await hand.type(field_name, field, texts[field_name] || 'x');
  }
  // The second address stays empty: the first one is read back above the button, which accepts it.
  await hand.tap('continue', visitor.control('customer.submit'));
};

const fillCard = async ({ visitor, hand }: Purchase, method: Method): Promise<void> => {
  if (method === 'stripe' || method === 'stripe_secure') {
    const card = visitor.card();
    await hand.type('card number', card.locator('[autocomplete=cc-number]'), '4242424242424242');
    await hand.type('card expiry', card.locator('[autocomplete=cc-exp]'), '12/39');
    await hand.type('card code', card.locator('[autocomplete=cc-csc]'), '123');
  }
  if (method !== 'gmo' && method !== 'softbank_credit') return;
  await hand.type('card number', visitor.field('card_number'), '4242 4242 4242 4242');
  if (method === 'gmo') await hand.type('card name', visitor.field('card_name'), 'HANAKO YAMADA');
  await hand.select('card month', visitor.field('card_month'));
  await hand.select('card year', visitor.field('card_year'));
  await hand.type('card code', visitor.field('card_code'), '123');
};

const cards: readonly string[] = ['stripe_secure', 'stripe', 'gmo', 'softbank_credit'] satisfies Method[];

/** The site's card method, or the first that is offered. */
const pay = async (purchase: Purchase): Promise<void> => {
  const { visitor, hand } = purchase;
  await visitor.at('purchase.payment.choosing');
  await hand.arrive();
  const radios = visitor.page.locator('[data-event="method.choose"]').filter({ visible: true });
  await radios.first().waitFor();
  const offered = await radios.evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-key') ?? ''));
  const method = (cards.find((card) => offered.includes(card)) ?? offered[0]) as Method;
  const radio = visitor.control('method.choose', method);
  if (!(await radio.isChecked())) await hand.tap('method', radio);
  await fillCard(purchase, method);
  await hand.tap('continue', visitor.control('payment.submit'));
};

/** Where the ticket's first code is in the window, CSS pixels. */
export type CodePlace = { top: number; bottom: number; width: number };

const placeOfCode = async ({ page }: Visitor): Promise<CodePlace> => {
  await page.evaluate(() => scrollTo(0, 0));
  const box = await page.locator('svg.qr').first().boundingBox();
  if (!box) throw new Error('The ticket has no code.');
  return { top: Math.round(box.y), bottom: Math.round(box.y + box.height), width: Math.round(box.width) };
};

/** The mail's link is open. */
const confirmMail = async ({ visitor, hand }: Purchase): Promise<void> => {
  await visitor.at('mail-confirm');
  await hand.arrive();
  await hand.tap('confirm the address', visitor.control('mail.confirm'));
};

/** Buys, opens the ticket, and returns where its code is. */
const buy = async (purchase: Purchase): Promise<CodePlace> => {
  const { shop, place, visitor, hand } = purchase;
  const { page, at, control } = visitor;
  const { mailConfirm, onlyMail } = rulesOf(settingsOf(place.site));
  const [product] = await soldAt(shop, place);
  await page.goto(`${rootOf(shop, place.site)}/?lang=${place.lang}`);
  await page.locator('h1').waitFor();
  if (onlyMail) await byInvitation(visitor, shop, place, product);
  else {
    await choose(purchase, product);
    await fillForm(purchase);
    if (mailConfirm) {
      await at('purchase.sended-mail');
      await hand.arrive();
      await visitor.type(await mailLink(shop));
    }
  }
  if (mailConfirm || onlyMail) await confirmMail(purchase);
  if (!purchase.wallet) await pay(purchase);
  await at('purchase.confirm');
  await hand.arrive();
  await hand.tap('pay', control('checkout.submit'));
  const leave = page.locator('button[name="press"][value="success"]');
  await leave.or(page.locator('html[data-state="purchase.complete"]')).first().waitFor();
  if (await leave.isVisible()) await leave.click();
  await at('purchase.complete');
  await hand.arrive();
  const link = control('page.requested.ticket');
  // Some sites do not lead on from here: their visitors open the ticket from the mail.
  if ((await link.count()) > 0) await hand.tap('ticket', link);
  else await page.goto((await renderLatestMail(shop, typed.email))?.link?.href ?? '');
  await at('ticket');
  await hand.arrive();
  return placeOfCode(visitor);
};

/** A purchase on a phone of this height, by card or by a wallet on the customer's form: what it costs, and where the ticket's code is. */
export const measure = async (
  { shop, lane }: { shop: Purchase['shop']; lane: Lane },
  place: SiteInLang,
  height: number,
  wallet: ExpressWallet | null = null,
): Promise<{ effort: Effort; code: CodePlace }> => {
  const context = { viewport: { width: 390, height } };
  const init = wallet ? `${pageDay};${withWallets([wallet])}` : pageDay;
  const visitor = await lane.visit({ device: 'phone', lang: place.lang, context, init });
  const hand = handOn(visitor.page);
  const code = await buy({ shop, place, visitor, hand, wallet });
  await lane.closeContexts();
  return { effort: hand.effort, code };
};
