import { buyTicket, newSlot } from '#test/api/kit/arrange.ts';
import { customer } from '#test/api/kit/buyer.ts';
import { cutCall, fulfillCall } from '#test/browser/kit/hold.ts';
import * as walk from '#test/browser/kit/walk.ts';
import type { Scene } from '../scenes.ts';
import { arrive, forget, type Guide, type Walk } from './walk.ts';

const legal = ['terms', 'specified', 'privacy'] as const;

export const secondaryScenes = [
  ...['reservation-inquiry.number', 'reservation-inquiry.errors', 'reservation-inquiry.not-found'],
  ...['reservation-inquiry.address', 'reservation-inquiry.mailed', 'mail-release.offer'],
  ...['mail-release-completion.done', 'mail-release-completion.alone', 'mail-release.dead', 'signage.today'],
  ...['signage.closed', 'signage.unreachable', 'terms.text', 'specified.text', 'privacy.text'],
  ...['sign-in.load-error'],
] as const satisfies readonly Scene[];
type Seen = (typeof secondaryScenes)[number];

const inquiry: Walk<Seen> = async function* (guide) {
  const { visitor } = guide;
  const { page, fill, click, clickTo, at } = visitor;
  await arrive(guide, '#/reservation-inquiry', 'reservation-inquiry.asking');
  yield 'reservation-inquiry.number';
  await fill('email', 'hanako');
  await click('inquiry.submit');
  await page.locator('.error-summary').waitFor();
  yield 'reservation-inquiry.errors';
  await fill('email', 'nobody@visitor.example');
  await fill('reservation_number', 'ABCD-EFGH-JKLM');
  await click('inquiry.submit');
  await page.locator('.error-summary').waitFor({ state: 'detached' });
  await page.getByRole('alert').waitFor();
  await at('reservation-inquiry.asking');
  yield 'reservation-inquiry.not-found';
  await clickTo('number.forgot', 'reservation-inquiry.forgetting');
  yield 'reservation-inquiry.address';
  await fill('email', 'hanako.yamada@visitor.example');
  await clickTo('links.send', 'reservation-inquiry.sent');
  yield 'reservation-inquiry.mailed';
};

/** A token that unsubscribes the buyer's newsletter; each language needs a new one. */
const magazineOf = async ({ shop, site }: Guide): Promise<string> => {
  await buyTicket(shop, await newSlot(shop));
  const { id } = await shop.db
    .updateTable('mail_magazines')
    .set({ stopped_at: null })
    .where('site', '=', site)
    .where('email', '=', customer.email)
    .returning('id')
    .executeTakeFirstOrThrow();
  return shop.deps.tokens.token('magazine', id);
};

const magazine: Walk<Seen> = async function* (guide) {
  const { visitor } = guide;
  await arrive(guide, `#/mail-release/${await magazineOf(guide)}`, 'mail-release.mail-release.offering');
  yield 'mail-release.offer';
  await visitor.clickTo('magazine.stop', 'mail-release.mail-release-completion');
  yield 'mail-release-completion.done';
  // The address is the same already.
  await arrive(guide, '#/terms', 'terms');
  await arrive(guide, '#/mail-release-completion', 'mail-release-completion');
  yield 'mail-release-completion.alone';
  await arrive(guide, '#/mail-release/nobody-knows-this', 'mail-release.mail-release.missing');
  yield 'mail-release.dead';
};

const signage: Walk<Seen> = async function* (guide) {
  const { visitor } = guide;
  const open = () => arrive(guide, '#/signage/today-ticket-info', 'signage.showing');
  await open();
  yield 'signage.today';
  // A stored display shows its last reply first.
  await forget(visitor);
  await fulfillCall(visitor, 'getToday', { as_of: new Date().toISOString(), products: [] });
  await open();
  yield 'signage.closed';
  await forget(visitor);
  await cutCall(visitor, 'getToday', 9);
  await open();
  yield 'signage.unreachable';
};

/** The secondary pages, and a step whose code does not load. */
export const secondaryPages: Walk<Seen> = async function* (guide) {
  const { visitor } = guide;
  yield* inquiry(guide);
  yield* magazine(guide);
  yield* signage(guide);
  for (const name of legal) {
    await arrive(guide, `#/${name}`, name);
    await visitor.page.locator('.legal p').first().waitFor();
    yield `${name}.text`;
  }
  await visitor.page.route('**/assets/purchase-pages-*', (route) => route.abort('connectionfailed'));
  await arrive(guide, '#/order');
  await walk.chooseTickets(visitor);
  await walk.submitOrder(visitor);
  await visitor.page.getByRole('alert').locator('h1').waitFor();
  yield 'sign-in.load-error';
};
