import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { customer, hold, newKey, pay, replyOf, slotAt } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { ticketOf } from './kit/holder.ts';
import { startShop } from './kit/shop.ts';

const shop = await forFile(startShop());

const buy = async (email: string, mail_magazine: string) => {
  const order = await hold(shop, (await slotAt(shop, 0)).id);
  await shop.call('putOrder', { params: { token: order.token }, body: { ...customer, email, mail_magazine } });
  expect(replyOf(await pay(shop, order)).status).toBe('paid');
};
const rowsOf = (email: string) =>
  shop.db.selectFrom('mail_magazines').selectAll().where(sql`lower(email)`, '=', email.toLowerCase()).execute();
const linkOf = async (email: string) => {
  const [row] = await rowsOf(email);
  return { id: shop.deps.tokens.token('magazine', row?.id ?? '') };
};
const newAddress = () => `Reader-${newKey()}@visitor.example`;

it('a buyer who opts in is subscribed once per address, from the payment on', async () => {
  const email = newAddress();
  const order = await hold(shop, (await slotAt(shop, 0)).id);
  await shop.call('putOrder', { params: { token: order.token }, body: { ...customer, email } });
  expect(await rowsOf(email)).toEqual([]);
  expect(replyOf(await pay(shop, order)).status).toBe('paid');
  await buy(email.toLowerCase(), 'true');
  expect(await rowsOf(email)).toHaveLength(1);
  const magazine = await shop.call('getMailMagazine', { params: await linkOf(email) });
  expect(magazine).toEqual({ email: 'r***@visitor.example', is_active: true });
});

it('a buyer who does not opt in is not subscribed', async () => {
  const email = newAddress();
  await buy(email, 'false');
  expect(await rowsOf(email)).toEqual([]);
});

it('stops when its reader unsubscribes, repeatedly too; opening the link does not unsubscribe', async () => {
  const email = newAddress();
  await buy(email, 'true');
  const params = await linkOf(email);
  await shop.call('getMailMagazine', { params });
  expect((await rowsOf(email))[0]?.stopped_at).toBeNull();
  for (const key of [newKey(), newKey()])
    expect((await shop.call('putMailMagazine', { params, key })).is_active).toBe(false);
  expect((await shop.call('getMailMagazine', { params })).is_active).toBe(false);
});

it('resumes with an order that opts in, and not with one that does not', async () => {
  const email = newAddress();
  await buy(email, 'true');
  const params = await linkOf(email);
  await shop.call('putMailMagazine', { params });
  await buy(email, 'false');
  expect((await shop.call('getMailMagazine', { params })).is_active).toBe(false);
  await buy(email, 'true');
  expect((await shop.call('getMailMagazine', { params })).is_active).toBe(true);
});

it('the ticket of a buyer who is subscribed leads to leaving, until it is left; other tickets do not', async () => {
  const email = newAddress();
  const order = await hold(shop, (await slotAt(shop, 0)).id);
  await shop.call('putOrder', { params: { token: order.token }, body: { ...customer, email, mail_magazine: 'true' } });
  const reply = replyOf(await pay(shop, order));
  const token = reply.status === 'paid' ? reply.completion.reservation_token : '';
  const { magazine_token: id = '' } = await ticketOf(shop, token);
  expect(id).toBe((await linkOf(email)).id);
  await shop.call('putMailMagazine', { params: { id } });
  expect((await ticketOf(shop, token)).magazine_token).toBeUndefined();
});
