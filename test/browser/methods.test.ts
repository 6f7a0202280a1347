import { describe, expect, it } from 'vitest';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import { type Lang, langs } from '#src/domain/lang.ts';
import { type Method, methods } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { rowOf } from '#test/api/kit/arrange.ts';
import { ledgerAt } from '#test/api/kit/buyer.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import { covering, sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { answerBank, answerPage, type Card, fillMethod, stopOffering, toConfirm } from './kit/pay.ts';
import { tokenIn, toPaymentAt } from './kit/site-walk.ts';
import { textPattern } from './kit/texts.ts';
import type { Visitor } from './kit/visitor.ts';

/**
 * Every payment method with a visitor's answers to it: card forms, the bank's frame, providers' pages and the way back. Faults of
 * providers, their notices and late money are in test/api.
 */
const { shop, lane } = await openFixture();

/** A site for each method; the walk there differs by site. */
const sites: Record<Method, SiteCode> = {
  gmo: 'artizon',
  gmo_paypay: 'artizon',
  alipay: 'lab-exhibition',
  stripe: 'nishinippon-exhibition02',
  stripe_secure: siteCodes[0],
  softbank_credit: 'softbank',
  softbank_alipay: 'softbank',
  softbank_paypay: 'softbank',
  free: siteCodes[0],
};
const cards: Method[] = ['stripe', 'stripe_secure', 'gmo', 'softbank_credit'];
const redirects: Method[] = ['gmo_paypay', 'alipay', 'softbank_alipay', 'softbank_paypay'];

/** A visitor on the payment step, with the requests to the shop so far. */
type Scene = { visitor: Visitor; method: Method; orderId: string; sent: string[] };

const openScene = async (method: Method, lang: Lang, whose?: Visitor): Promise<Scene> => {
  if (method === 'gmo') await stopOffering(shop, sites.gmo, 'stripe_secure');
  const visitor = whose ?? (await lane.visit({ device: 'phone' }));
  const sent: string[] = [];
  visitor.page.on('request', (request) => {
    if (request.url().startsWith(shop.url)) sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  await toPaymentAt(visitor, shop, { site: sites[method], lang });
  const token = await tokenIn(visitor, sites[method]);
  const order = shop.db.selectFrom('orders').select('id').where('id', '=', orderOpenedBy(token));
  return { visitor, method, sent, orderId: (await order.executeTakeFirstOrThrow()).id };
};

/** A card's number and owner, as they are typed. */
const typedCard = /4242 ?4242|HANAKO YAMADA/;

/** Fills in the method and places the order. */
const submit = async ({ visitor, method }: Scene, card?: Card): Promise<void> => {
  await fillMethod(visitor, method, card);
  await toConfirm(visitor);
  if (cards.includes(method) && card === undefined) await visitor.page.getByText('Visa •••• 4242').waitFor();
  expect(JSON.stringify(await visitor.stored())).not.toMatch(typedCard);
  await visitor.click('checkout.submit');
};

/** Pays until the result; returns the browser that shows it. */
type Play = (scene: Scene) => Promise<Visitor>;

const onPage =
  (value: string, card?: Card): Play =>
  async (scene) => {
    await submit(scene, card);
    await answerPage(scene.visitor, value);
    return scene.visitor;
  };

const pay: Play = async (scene) => {
  if (redirects.includes(scene.method)) return onPage('success')(scene);
  await submit(scene);
  return scene.visitor;
};

const refusedFirst: Play = async (scene) => {
  if (redirects.includes(scene.method)) await onPage('decline')(scene);
  else await submit(scene, 'declined');
  const { page, at } = scene.visitor;
  await at('purchase.payment.choosing');
  // a provider's page that tells no reason leads back like one that was left
  await page.getByRole('alert').or(page.locator('main form').getByRole('status')).first().waitFor();
  return pay(scene);
};

const cancel: Play = async (scene) => {
  if (scene.method === 'gmo') return onPage('U', 'challenged')(scene);
  if (scene.method !== 'stripe_secure') return onPage('cancel')(scene);
  await submit(scene, 'challenged');
  await answerBank(scene.visitor, 'cancel');
  return scene.visitor;
};

/** The provider's page opens in another browser, as on phones, and that browser returns to the shop. */
const payElsewhere: Play = async (scene) => {
  const { page } = scene.visitor;
  const { promise: caught, resolve } = Promise.withResolvers<{ url: string; body: string | null }>();
  await page.route(
    (url) => url.origin === shop.sandbox.url,
    async (route) => {
      const request = route.request();
      if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return route.fallback();
      // as if the visitor had clicked Stop: the page stays
      await route.abort('aborted');
      resolve({ url: request.url(), body: request.postData() });
    },
  );
  await submit(scene, scene.method === 'gmo' ? 'challenged' : undefined);
  const { url, body } = await caught;
  const other = await lane.visit();
  if (body === null) await other.page.goto(url);
  else
    await other.page.evaluate(
      ([action, values]) => {
        const form = Object.assign(document.createElement('form'), { method: 'post', action });
        for (const [name, value] of new URLSearchParams(values))
          form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
        document.body.append(form);
        form.submit();
      },
      [url, body] as const,
    );
  await answerPage(other, scene.method === 'gmo' ? 'Y' : 'success');
  return other;
};

const plays: readonly { name: string; of: readonly Method[]; play: Play; isPaid: boolean }[] = [
  { name: 'paid', of: methods, play: pay, isPaid: true },
  { name: 'refused, then paid', of: [...cards, ...redirects], play: refusedFirst, isPaid: true },
  { name: 'cancelled', of: [...redirects, 'gmo', 'stripe_secure'], play: cancel, isPaid: false },
  { name: 'paid in another browser', of: [...redirects, 'gmo'], play: payElsewhere, isPaid: true },
];
const rows = plays
  .flatMap(({ of, ...row }) => of.map((method) => ({ method, ...row })))
  .map((row, index) => ({ ...row, lang: langs[index % langs.length] ?? 'ja' }));

/** The order and the provider's ledger agree, and the page says how it ended and leads on. */
const expectEnd = async (
  { orderId, sent }: Scene,
  { page, at, control, primary }: Visitor,
  isPaid: boolean,
  lang: Lang,
) => {
  await at(isPaid ? 'purchase.complete' : 'purchase.payment.choosing');
  const heading = textPattern(lang, isPaid ? 'complete_title' : 'payment_title').source;
  expect(await page.locator('h1').textContent()).toMatch(new RegExp(`(^| )${heading}$`));
  if (isPaid)
    expect(await page.locator('[data-key="reservation-number"]').first().textContent()).toMatch(/[\dA-Z]{4}$/);
  const wayOn = isPaid ? control('page.requested.ticket') : primary();
  await wayOn.waitFor();
  expect(await wayOn.isEnabled()).toBe(true);
  const { status, total } = await rowOf(shop, 'orders', { id: orderId });
  expect(status).toBe(isPaid ? 'paid' : 'open');
  const { charges = 0, captured = 0, refunded = 0 } = (await ledgerAt(shop.sandbox.url))[orderId] ?? {};
  expect({ charges, net: captured - refunded }).toEqual(
    isPaid && total > 0 ? { charges: 1, net: total } : { charges: 0, net: 0 },
  );
  expect(sent.join('\n')).not.toMatch(typedCard);
};

describe('an order by', () => {
  const chosen = covering('payments', rows, ({ method, name }) => [method, name]);
  it.each(chosen)('$method is $name', async ({ method, play, isPaid, lang }) => {
    const scene = await openScene(method, lang);
    await expectEnd(scene, await play(scene), isPaid, lang);
  });

  it.each(sampled('without outside scripts', [redirects]))(
    '%s is paid where the browser blocks every outside script',
    async (method) => {
      const visitor = await lane.visit({ device: 'phone' });
      const { page } = visitor;
      await page.route('**/*', (route) => {
        const isOurs = page.url().startsWith(shop.url) && !route.request().url().startsWith(shop.url);
        return isOurs && !route.request().isNavigationRequest() ? route.abort('blockedbyclient') : route.fallback();
      });
      const scene = await openScene(method, 'en', visitor);
      await expectEnd(scene, await pay(scene), true, 'en');
    },
  );
});
