import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createServer } from '#server/serve.ts';
import { newKey } from './kit/buyer.ts';
import { startOwnSites, titleIn } from './kit/own-sites.ts';
import { purchase } from './kit/pay.ts';
import { problemOf } from './kit/shop.ts';

/** Tickets whose site has another folder, or none. */
const { shop, sites, folder, open: reopen, make, change, at } = await startOwnSites();
await make('hall', 'Hall of Echoes');

it('an order that was paid before the operator, its number or the tax rate changed keeps the receipt of the day of payment', async () => {
  const seller = { mail: 'tickets@hall.example', phone: '03-0000-0001' };
  const before = { taxRate: 8, invoiceNumber: 'T1111111111111', operator: { ...seller, name: 'Old Hall' } };
  change('hall', before);
  const hall = at('hall');
  const receipt = async () => {
    const { reservation_token } = await purchase(hall, await hall.order());
    return () => hall.call('getReceipt', { params: { reservation_token } });
  };
  const old = await receipt();
  const now = { ...seller, name: 'New Hall', phone: '03-0000-0002' };
  change('hall', { taxRate: 10, invoiceNumber: 'T2222222222222', operator: now });
  const [contact_mail, contact_phone] = [now.mail, now.phone];
  expect(await old()).toMatchObject({
    taxes: [{ rate: 8, amount: 1500, tax: 111 }],
    issuer: { name: 'Old Hall', invoice_number: 'T1111111111111', contact_mail, contact_phone },
  });
  expect(await (await receipt())()).toMatchObject({
    taxes: [{ rate: 10, amount: 1500, tax: 136 }],
    issuer: { name: 'New Hall', invoice_number: 'T2222222222222', contact_mail, contact_phone },
  });
});

/** The server after a restart, with the folders as they are now. */
const restarted = () => {
  const server = createServer({ ...shop.deps, sites: reopen() });
  return (path: string, body?: object) =>
    server.request(`${shop.url}${path}`, {
      ...(body && {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'idempotency-key': newKey() },
      }),
    });
};

it.each([
  ['has a fault in its file', (file: string) => writeFileSync(file, '{"titel": {}}')],
  ['has no folder', (file: string) => rmSync(dirname(file), { recursive: true })],
])('after a restart a site that %s sells nothing, and its tickets open', async (_what, spoil) => {
  const code = `annex-${newKey().slice(0, 8)}`;
  await make(code, 'The Annex');
  const annex = at(code);
  const { reservation_token: token } = await purchase(annex, await annex.order());
  spoil(join(folder, code, 'site.json'));
  const ask = restarted();
  const api = `/${code}/api/v1`;
  const opened = await Promise.all(
    [`/${code}/tickets/`, `${api}/tickets/${token}`, `${api}/tickets/${token}/receipt`].map((path) => ask(path)),
  );
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await (await ask(`${api}/products?lang=en`)).json()).toEqual([]);
  expect(await (await ask(`${api}/orders`, annex.body)).json()).toMatchObject({ code: 'ticket_not_on_sale' });
  expect((await ask('/never-sold/tickets/')).status).toBe(404);
});

it('a site whose folder is removed sells nothing, confirms nothing new, and opens its tickets', async () => {
  const hall = at('hall');
  const { reservation_token } = await purchase(hall, await hall.order());
  const open = await hall.order();
  rmSync(join(folder, 'hall'), { recursive: true });
  sites.refresh();
  expect(await hall.call('getProducts', { query: { lang: 'en' } })).toEqual([]);
  const refused = [
    await hall.send('createOrder', { body: hall.body }),
    await hall.send('extendOrder', { params: { token: open.token }, body: {} }),
    await hall.pay(open),
  ];
  expect(refused.map((answer) => problemOf(answer).code)).toEqual(Array(3).fill('ticket_not_on_sale'));
  const ticket = await hall.call('getTicket', { params: { reservation_token }, query: { lang: 'en' } });
  expect(ticket.product_name).toBe('Admission for a day');
  expect(await titleIn(await fetch(`${shop.url}/hall/tickets/`))).toBe('Hall of Echoes');
});
