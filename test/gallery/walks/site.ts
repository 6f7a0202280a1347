import type { Method } from '#src/domain/payment.ts';
import { rulesOf, type SiteCode } from '#src/domain/site.ts';
import { fillMethod, toConfirm } from '#test/browser/kit/pay.ts';
import { chooseTickets, soldAt, toPaymentAt } from '#test/browser/kit/site-walk.ts';
import type { Scene } from '../scenes.ts';
import { arrive, type Guide, type Walk } from './walk.ts';

/** The scenes that matter most to a venue. */
const keyScenes = [
  ...['order.products', 'order.chosen', 'payment.methods', 'confirm.summary', 'complete.thanks'],
  ...['ticket.valid'],
] as const satisfies readonly Scene[];
const invitedScenes = [
  ...['error.kept', 'payment.methods', 'confirm.summary', 'complete.thanks', 'ticket.valid'],
] as const satisfies readonly Scene[];
type KeyScene = (typeof keyScenes)[number] | (typeof invitedScenes)[number];

/** On this site purchases begin with a mailed link, and the root page only explains that. */
const invited: SiteCode = 'nishinippon-event01';

/** The key scenes that a site has. */
export const keyScenesOf = (site: SiteCode) => (site === invited ? invitedScenes : keyScenes);

/** Opens the ticket by the link that the tab has stored, because not every site has a button for it. */
const openTicket = async (guide: Guide): Promise<void> => {
  const { visitor, site } = guide;
  const stored = (await visitor.stored())[`ticket-store:${site}`] ?? '';
  await arrive(guide, `#/id/${/"reservation_token":"([^"]+)"/.exec(stored)?.[1] ?? ''}`, 'ticket.showing');
  await visitor.page.locator('svg.qr').first().waitFor();
};

/** Declines measurement if the site asks for consent. */
const decline = async ({ visitor: { page } }: Guide): Promise<void> => {
  const answers = page.locator('.consent button');
  if ((await answers.count()) > 0) await answers.first().click();
};

/** A purchase on one site, up to the ticket. */
export const key: Walk<KeyScene> = async function* (guide) {
  const { visitor, shop, site } = guide;
  const { at, clickTo } = visitor;
  const product = (await soldAt(shop, guide))[0];
  const { onlyMail } = rulesOf(shop.deps.sites.settingsOf(site));
  await arrive(guide);
  if (onlyMail) {
    await at('purchase.error');
    yield 'error.kept';
  } else {
    await at('purchase.order.choosing');
    yield 'order.products';
    await decline(guide);
    await chooseTickets(visitor, product);
    await at('purchase.order.choosing');
    yield 'order.chosen';
  }
  await toPaymentAt(visitor, shop, guide, product);
  yield 'payment.methods';
  const cards: readonly Method[] = ['stripe_secure', 'stripe', 'gmo', 'softbank_credit'];
  const methods = visitor.page.locator('[data-event="method.choose"]');
  await methods.first().waitFor({ state: 'attached' });
  const shown = await methods.evaluateAll((all) => all.map((one) => one.dataset.key));
  await fillMethod(visitor, cards.find((one) => shown.includes(one)) ?? 'free');
  await toConfirm(visitor);
  yield 'confirm.summary';
  await clickTo('checkout.submit', 'purchase.complete');
  yield 'complete.thanks';
  await openTicket(guide);
  yield 'ticket.valid';
};
