import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCatalogue } from '#server/catalogue/import.ts';
import { readSettings } from '#server/env.ts';
import { createServer } from '#server/serve.ts';
import { siteOptionsOf } from '#server/sites/env.ts';
import { openSites } from '#server/sites/open-sites.ts';
import { orderOpenedBy } from '#server/tokens/order-tokens.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { exampleFolder } from '#src/sites/folder.ts';
import { catalogueFor } from '#test/tools/new-site/catalogue.ts';
import { makeSite } from '#test/tools/new-site/make-site.ts';
import { choiceOf, customer, newKey, pay, purchase, replyOf } from './kit/buyer.ts';
import { clientFolder } from './kit/client-folder.ts';
import { forFile } from './kit/for-file.ts';
import { renderLatestMail } from './kit/mails.ts';
import { temporaryFolder } from './kit/process.ts';
import { problemOf, startShop } from './kit/shop.ts';
import { venueOf } from './kit/venue.ts';

/** Sites made while a server runs, with `npm run tool -- new-site` and an import, and sold under their own host. */
const { folder, remove } = temporaryFolder();
const today = venueDay(Date.now());
const origin = 'https://tickets.shop.example';
const host = 'tickets.garden.example';
const sites = openSites({ folders: [exampleFolder, folder], only: null, home: 'borderless', log: () => undefined });
const shop = await forFile(startShop({ sites, clientFolder: clientFolder() }));
afterAll(remove);

/** Makes the folder of a site and imports its catalogue. */
const make = async (code: string, title: string) => {
  makeSite({ code, title, folder, today: new Date() });
  await importCatalogue(shop.db, catalogueFor(code, today), today);
};
const change = (code: string, settings: object) => {
  const file = join(folder, code, 'site.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...settings }));
  sites.refresh();
};

await make('stones', 'Garden of Stones');
await make('hall', 'Hall of Echoes');
sites.refresh();

const at = (code: string) => {
  const venue = venueOf(shop, code);
  const body = {
    ...choiceOf(`${code}-${addDays(today, 1)}`, 1),
    lang: 'en',
    product_uuid: `${code}-admission`,
    option_values: [{ id: `${code}-adult`, count: 1 }],
  };
  const order = async () => {
    const { order_token: token, order: made } = await venue.call('createOrder', { body });
    await venue.call('putOrder', { params: { token }, body: customer });
    return { token, price: made.price };
  };
  return { ...venue, body, order, pay: (of: Awaited<ReturnType<typeof order>>) => pay(venue, of) };
};
const titleIn = async (reply: Response) => /"en":"([^"]*)"/.exec(await reply.text())?.[1];

describe('a site that was made while the server runs', () => {
  it('has its page, and sells a ticket, whose mail has its title', async () => {
    expect(await titleIn(await fetch(`${shop.url}/stones/`))).toBe('Garden of Stones');
    const stones = at('stones');
    const reply = replyOf(await stones.pay(await stones.order()));
    expect(reply).toMatchObject({ status: 'paid' });
  });

  it('takes a change without a restart, and says what is wrong with a false one', async () => {
    change('hall', { ticketDisplay: 'separate' });
    expect(await (await fetch(`${shop.url}/sites/hall.json`)).json()).toMatchObject({ ticketDisplay: 'separate' });
    change('hall', { ticketDisplay: 'sideways' });
    expect(await (await fetch(`${shop.url}/sites/hall.json`)).json()).toMatchObject({ ticketDisplay: 'separate' });
    const ready = await fetch(`${shop.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { ok: true, state: 'ready', sites: ['hall/site.json ticketDisplay: fusion or separate'] },
    ]);
    change('hall', { ticketDisplay: 'fusion' });
    expect(await (await fetch(`${shop.url}/readyz`)).json()).toEqual({ ok: true, state: 'ready' });
  });

  it('has rules that are followed from then on', async () => {
    const hall = at('hall');
    change('hall', { isOnlyStartMailConfirm: true });
    const { status, text } = await hall.send('createOrder', { body: hall.body });
    expect([status, text]).toEqual([409, expect.stringContaining('ticket_not_on_sale')]);
    change('hall', { isOnlyStartMailConfirm: false });
    expect((await hall.order()).price).toBe(1500);
  });
});

it('what was bought before an operator, its number or the tax rate changed has the receipt of the day it was paid', async () => {
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

describe('a host that is bound to a site', () => {
  const open = () => createServer({ ...shop.deps, env: 'production', publicUrl: origin, sandboxUrl: null });
  const get = (url: string) => open().request(url);
  beforeAll(() => change('stones', { hosts: [host] }));
  afterAll(() => change('stones', { hosts: [] }));

  it('serves this site only, at its root', async () => {
    const page = await get(`https://${host}/?lang=en`);
    const html = await page.text();
    expect(html).toContain('<html lang="en" data-site="stones" data-api="/api/v1"');
    const products = await get(`https://${host}/api/v1/products?lang=en`);
    expect(await products.json()).toMatchObject([{ uuid: 'stones-admission' }]);
    for (const path of ['/mori/', '/hall/', '/mori/api/v1/products?lang=en'])
      expect([path, (await get(`https://${host}${path}`)).status]).toEqual([path, 404]);
  });

  it('is the address of the site everywhere', async () => {
    const moved = async (url: string) => {
      const { status, headers } = await get(url);
      return [status, headers.get('location')];
    };
    expect(await moved(`${origin}/stones/?lang=en`)).toEqual([302, `https://${host}/?lang=en`]);
    expect(await moved(`${origin}/stones/tickets/`)).toEqual([302, `https://${host}/tickets/`]);
    expect(await moved(`https://${host}/stones/tickets/?lang=en`)).toEqual([302, `https://${host}/tickets/?lang=en`]);
    expect((await get(`${origin}/stones/api/v1/products?lang=en`)).status).toBe(200);
    const stones = at('stones');
    replyOf(await stones.pay(await stones.order()));
    const { deps } = shop;
    const away = { ...shop, deps: { ...deps, env: 'production' as const, publicUrl: origin } };
    const mail = await renderLatestMail(away, customer.email, 'completed');
    expect(JSON.stringify(mail)).toContain(`https://${host}/tickets/#/id/`);
  });

  it('gets back who began to pay before it had another host', async () => {
    const stones = at('stones');
    const order = await stones.order();
    await stones.pay(order);
    const { id, method } = await shop.db
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select(['payments.id', 'payments.method'])
      .where('orders.id', '=', orderOpenedBy(order.token))
      .executeTakeFirstOrThrow();
    const r = Buffer.from(shop.deps.tokens.token('return', id), 'base64url').toString('hex');
    const back = async () =>
      (await get(`https://${host}/api/v1/payment-return/${method}?r=${r}`)).headers.get('location');
    const page = (root: string) =>
      expect.stringMatching(new RegExp(`^${root}/\\?lang=ja#/payment-callback/${method}/success`));
    expect(await back()).toEqual(page(`https://${host}`));
    change('stones', { hosts: ['stones.garden.example'] });
    expect(await back()).toEqual(page('https://stones.garden.example'));
    change('stones', { hosts: [] });
    expect(await back()).toEqual(page(`${origin}/stones`));
    change('stones', { hosts: [host] });
  });

  it('leaves other hosts as they are, and believes no forwarded one', async () => {
    const other = await open().request(`${origin}/`, { headers: { 'x-forwarded-host': host } });
    expect(await other.text()).toContain('data-site="borderless" data-api="/api/v1"');
    expect((await get('https://unknown.example/')).status).toBe(200);
  });
});

describe('DEFAULT_SITE', () => {
  it('is the site of addresses without a code, in page, calls and links; the others keep theirs', async () => {
    const { env } = readSettings({ SITES_DIR: folder, DEFAULT_SITE: 'stones' });
    const log = () => undefined;
    const server = createServer({ ...shop.deps, sites: openSites({ ...siteOptionsOf(env), log }), publicUrl: null });
    const get = async (path: string) => (await server.request(`${origin}${path}`)).text();
    for (const path of ['/', '/tickets/', '/stones/'])
      expect(await get(path)).toContain('data-site="stones" data-api="/api/v1"');
    expect(JSON.parse(await get('/api/v1/products?lang=en'))).toMatchObject([{ uuid: 'stones-admission' }]);
    expect(await get('/borderless/')).toContain('data-site="borderless" data-api="/borderless/api/v1"');
    expect(await get('/borderless/api/v1/products?lang=en')).not.toContain('stones-admission');
    const described = JSON.parse(await get('/openapi.json'));
    expect(described.servers).toContainEqual({ url: '/api/v1', description: 'The default site' });
  });
});

/** The server after a restart, with the folders as they are now. */
const restarted = () => {
  const again = openSites({ folders: [exampleFolder, folder], only: null, home: 'borderless', log: () => undefined });
  const server = createServer({ ...shop.deps, sites: again });
  return (path: string, body?: object) =>
    server.request(`${shop.url}${path}`, {
      ...(body && {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'idempotency-key': newKey() },
      }),
    });
};

describe('after a restart', () => {
  it.each([
    ['has a fault in its file', (file: string) => writeFileSync(file, '{"titel": {}}')],
    ['has no folder', (file: string) => rmSync(dirname(file), { recursive: true })],
  ])('a site that %s sells nothing, and its tickets open', async (_what, spoil) => {
    const code = `annex-${newKey().slice(0, 8)}`;
    await make(code, 'The Annex');
    sites.refresh();
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
});

describe('a site whose folder is removed', () => {
  it('sells nothing, confirms nothing new, and opens its tickets', async () => {
    const hall = at('hall');
    const paid = replyOf(await hall.pay(await hall.order()));
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
    const token = JSON.stringify(paid).match(/"reservation_token":"([^"]+)"/)?.[1] ?? '';
    const ticket = await hall.call('getTicket', { params: { reservation_token: token }, query: { lang: 'en' } });
    expect(ticket.product_name).toBe('Admission for a day');
    expect(await titleIn(await fetch(`${shop.url}/hall/tickets/`))).toBe('Hall of Echoes');
  });
});
