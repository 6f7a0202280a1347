import { afterAll, describe, expect, it } from 'vitest';
import { createServer } from '#server/serve.ts';
import { passGate } from '#server/tickets/gate.ts';
import { noWallets } from '#server/web/wallets/wallets.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { buyAt } from '#test/browser/kit/ticket.ts';
import { buyTicket, markUsed, newSlot, sending, ticketOf } from './kit/arrange.ts';
import { tomorrow } from './kit/buyer.ts';
import { unzip } from './kit/pkpass.ts';
import { startShop } from './kit/shop.ts';
import { issuerId, openWalletShop, passTypeId, teamId } from './kit/wallet-shop.ts';

const site = 'nishinippon-exhibition03';
const { shop, follow, opened, passOf, savedBy, ticketAt } = await openWalletShop(startShop);
afterAll(() => shop.close());

const buy = async (adults = 2, children = 1) => {
  const { params, number } = await buyTicket(shop, await newSlot(shop), { adults, children });
  return { token: params.reservation_token, params, number };
};

it('a shop without keys offers no wallet and has no pass', async () => {
  const { token } = await buy();
  const plain = createServer({ ...shop.deps, wallets: noWallets });
  const request = (path: string) => plain.request(`${apiPrefix}/tickets/${token}${path}`);
  expect(await (await request('')).json()).toMatchObject({ wallets: [] });
  for (const pass of ['apple', 'google', 'google/1']) {
    const reply = await request(`/passes/${pass}`);
    expect([reply.status, await reply.json()]).toMatchObject([404, { code: 'bad_request' }]);
  }
});

describe('a pass for Apple Wallet', () => {
  it('is a signed file with the code of the ticket, and no link', async () => {
    const { token, number } = await buy();
    const ticket = await ticketOf(shop, token);
    expect(ticket.wallets).toEqual(['apple', 'google']);
    const { headers, bytes } = await follow(token, 'apple');
    expect(headers.get('content-type')).toBe('application/vnd.apple.pkpass');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="ticket-${tomorrow}.pkpass"`);
    expect(headers.get('cache-control')).toBe('no-store');
    const { json, names, text } = opened(bytes);
    const images = ['icon', 'logo'].flatMap((name) => ['', '@2x', '@3x'].map((scale) => `${name}${scale}.png`));
    expect(names).toEqual([...images, 'pass.json'].sort());
    const code = ticket.entry_code;
    expect(json).toMatchObject({
      passTypeIdentifier: passTypeId,
      teamIdentifier: teamId,
      organizationName: 'ボーダレス美術館運営事務局',
      logoText: 'デジタルアートミュージアム チケットストア',
      backgroundColor: 'rgb(17, 17, 17)',
      foregroundColor: 'rgb(255, 255, 255)',
      barcodes: [{ format: 'PKBarcodeFormatQR', message: code, altText: code.replace(/(.{4})(?=.)/g, '$1 ') }],
      relevantDate: new Date(ticket.reservation_from).toISOString(),
      relevantDates: [{ startDate: new Date(ticket.reservation_from).toISOString() }],
      expirationDate: new Date(`${tomorrow}T24:00:00+09:00`).toISOString(),
    });
    const { primaryFields, secondaryFields, auxiliaryFields, backFields } = json.eventTicket;
    expect(primaryFields).toMatchObject([{ label: 'チケット', value: ticket.product_name }]);
    expect(secondaryFields).toMatchObject([
      { label: 'ご入場日時（日本時間）', value: expect.stringMatching(/ 10:0\d〜10:3\d$/) },
    ]);
    const [adult, child] = ticket.order_options;
    const admits = `${adult?.name} × 2、${child?.name} × 1`;
    expect(auxiliaryFields.map(({ value }) => value)).toEqual([admits, number]);
    expect(backFields.map(({ label }) => label)).toContain('このパスについて');
    for (const secret of [token, 'http', 'hanako']) expect(text).not.toContain(secret);
  });

  it('has the language of the page, and keeps its serial number on another date', async () => {
    const { token, params } = await buy(1, 0);
    const first = await passOf(token);
    const english = await passOf(token, 'en');
    expect(english.json.eventTicket.primaryFields).toMatchObject([{ label: 'Ticket', value: 'Admission' }]);
    const body = { time_span_id: await newSlot(shop) };
    const moved = await shop.call('changeDate', { params, body });
    const second = await passOf(moved.reservation_token);
    expect([english.json.serialNumber, second.json.serialNumber]).toEqual(Array(2).fill(first.json.serialNumber));
    expect(second.json.barcodes[0]?.message).not.toBe(first.json.barcodes[0]?.message);
  });

  it('is one per person where the site shows one card each, without admitted people', async () => {
    const token = await buyAt(shop, site, 3);
    const read = async () => {
      const { headers, bytes } = await follow(token, 'apple', { site });
      return { type: headers.get('content-type'), name: headers.get('content-disposition'), bytes };
    };
    const { people } = await ticketAt(token, site);
    const bundle = await read();
    expect(bundle).toMatchObject({
      type: 'application/vnd.apple.pkpasses',
      name: expect.stringMatching(/\.pkpasses"$/),
    });
    const passes = [...unzip(bundle.bytes).values()].map((bytes) => opened(bytes).json);
    expect(passes.map(({ barcodes }) => barcodes[0]?.message)).toEqual(people.map(({ entry_code }) => entry_code));
    expect(new Set(passes.map(({ serialNumber }) => serialNumber)).size).toBe(3);
    expect(new Set(passes.map((pass) => pass.groupingIdentifier)).size).toBe(1);
    const admits = passes.map(({ eventTicket }) => eventTicket.auxiliaryFields[0]?.value);
    expect(admits).toEqual([1, 2, 3].map((at) => `${people[at - 1]?.name} ${at} / 3`));

    for (const person of people.slice(0, 2))
      await passGate(shop, person.entry_code, { force: true, site: null, by: 'local', gate: '', products: [] });
    const rest = await read();
    expect(rest.type).toBe('application/vnd.apple.pkpass');
    expect(opened(rest.bytes).json.serialNumber).toBe(passes[2]?.serialNumber);
  });
});

describe('a link to Google Wallet', () => {
  it('is signed, holds the event and the ticket with its code, and no link', async () => {
    const { token, number } = await buy();
    const ticket = await ticketOf(shop, token);
    const saved = await savedBy(token);
    const from = new Date(Date.parse(ticket.reservation_from) + 9 * 3_600_000).toISOString().slice(0, 19);
    expect(saved.event).toMatchObject({
      id: expect.stringMatching(`^${issuerId}\\.[\\w-]+$`),
      issuerName: 'ボーダレス美術館運営事務局',
      eventName: { defaultValue: { language: 'ja', value: ticket.product_name } },
      dateTime: { start: `${from}+09:00` },
      hexBackgroundColor: '#111111',
      reviewStatus: 'UNDER_REVIEW',
    });
    expect(saved.ticket).toMatchObject({
      id: expect.stringMatching(`^${issuerId}\\.[\\w-]+$`),
      classId: saved.event.id,
      barcode: { value: ticket.entry_code },
      reservationInfo: { confirmationCode: number },
    });
    expect(Math.abs(saved.iat - Date.parse(ticket.as_of) / 1000)).toBeLessThan(60);
    expect(JSON.stringify(saved)).not.toContain(token);
    expect((await follow(token, 'google/1')).status).toBe(404);
  });

  it('is one per person where the site shows one card each', async () => {
    const token = await buyAt(shop, site, 2);
    const { people, entry_code } = await ticketAt(token, site);
    const [all, one, two] = [
      await savedBy(token, 'google', { site }),
      await savedBy(token, 'google/1', { site }),
      await savedBy(token, 'google/2', { site }),
    ];
    expect(all.ticket.barcode.value).toBe(entry_code);
    expect([one, two].map(({ ticket }) => ticket.barcode.value)).toEqual(people.map((person) => person.entry_code));
    expect(new Set([all, one, two].map(({ ticket }) => ticket.id)).size).toBe(3);
    expect(new Set([all, one, two].map(({ event }) => event.id)).size).toBe(1);
    for (const pass of ['google/0', 'google/3', 'google/x'])
      expect((await follow(token, pass, { site })).status).toBe(404);
  });
});

describe('a ticket that does not admit by its link', () => {
  const cases: [string, string, (bought: Awaited<ReturnType<typeof buy>>) => Promise<unknown>][] = [
    ['shared', 'shared', ({ params }) => shop.call('shareTicket', { params })],
    ['used', 'used', ({ token }) => markUsed(shop, token)],
    ['handed over', 'sent', ({ params }) => shop.call('sendTicket', { params, body: sending(1) })],
    [
      'moved',
      'changed',
      async ({ params }) => shop.call('changeDate', { params, body: { time_span_id: await newSlot(shop) } }),
    ],
  ];
  it.each(cases)('%s: no wallet is offered, and no pass is created', async (_name, detail, spoil) => {
    const bought = await buy(1, 0);
    await spoil(bought);
    expect((await ticketOf(shop, bought.token)).wallets).toEqual([]);
    for (const pass of ['apple', 'google']) {
      const { status, text } = await follow(bought.token, pass);
      expect([status, JSON.parse(text)]).toMatchObject([409, { code: 'cannot_change_ticket', detail }]);
    }
  });
});
