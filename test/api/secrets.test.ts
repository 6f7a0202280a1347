import { describe, expect, it } from 'vitest';
import { faultOf } from '#server/core/log.ts';
import { callNames, contract } from '#src/api/contract/index.ts';
import type { Endpoint } from '#src/api/endpoint.ts';
import { adults, buyTicket, mailedTo, sending, ticketOf } from './kit/arrange.ts';
import { customer, hold, newKey, ready, slotAt } from './kit/buyer.ts';
import { inputs, payingBrowser } from './kit/inputs.ts';
import { pay, replyOf } from './kit/pay.ts';
import { everything } from './kit/retained.ts';
import { asBrowser, newBrowser, paid, requestReturn, returnToShop } from './kit/returns.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());

const ids = async (table: 'orders' | 'payments' | 'tickets' | 'mail_magazines' | 'mail_links') =>
  (await shop.db.selectFrom(table).select('id').execute()).map(({ id }) => id);

it('a dump of the database opens nothing: it contains no token, code, mail link or key', async () => {
  const { tokens } = shop.deps;
  const key = newKey();
  const slot = (await slotAt(shop, 0)).id;
  const waiting = await hold(shop, slot);
  await shop.call('createOrderMail', { params: { token: waiting.token }, body: customer, key });
  const challenged = await ready(shop, slot);
  const reply = replyOf(await pay(shop, challenged, { card: '4000002760003184' }));
  const bought = await buyTicket(shop, slot, { adults: 4 });
  const body = sending(1);
  await shop.call('sendTicket', { params: bought.params, body });
  await shop.call('splitTicket', { params: bought.params, body: { option_values: adults(1) } });
  const { share_token } = await shop.call('shareTicket', { params: bought.params });

  const orders = await ids('orders');
  const tickets = await ids('tickets');
  const made = [
    ...orders.map((id) => tokens.token('order', id)),
    ...(await ids('mail_links')).flatMap((id) => [tokens.token('mail', id), tokens.token('mail-order', id)]),
    ...(await ids('payments')).map((id) => tokens.token('return', id)),
    ...tickets.flatMap((id) => [tokens.token('reservation', id), tokens.token('share', id), tokens.entryCode(id)]),
    ...(await ids('mail_magazines')).map((id) => tokens.token('magazine', id)),
  ];
  const theirs = await mailedTo(shop, body.email);
  const shown = JSON.stringify([await ticketOf(shop, bought.params.reservation_token), await ticketOf(shop, theirs)]);
  const codes = [...shown.matchAll(/"(?:entry_code|code|qr)":"([A-Z2-9]{16})"/g)].map(([, code = '']) => code);
  const back = await paid(shop);
  const [reference, browser] = [await returnToShop(back.address), newBrowser()];
  await requestReturn(shop, reference, browser);
  const issued = [waiting.token, challenged.token, bought.order, share_token, theirs, key];
  issued.push(reference, browser, back.address.split('r=')[1] ?? '');
  const secrets = reply.status === 'requires_action' ? [reply.client_secret] : [];
  const dump = await everything(shop);
  expect(dump).toContain(customer.email);
  for (const secret of [...made, ...codes, ...issued, ...secrets]) {
    expect(secret.length).toBeGreaterThanOrEqual(16);
    expect(dump).not.toContain(secret);
  }
  expect(orders.length * tickets.length).toBeGreaterThan(6);
  expect(made).toEqual(expect.arrayContaining([waiting.token, bought.order, theirs]));
  expect(codes.length).toBeGreaterThan(0);
});

/** Values that must not appear in a log: personal data, ticket numbers, and tokens. */
const findSensitive = (value: unknown): string[] => {
  const found = [...(JSON.stringify(value) ?? '').matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text);
  return found.filter((text) =>
    /@|^[\w-]{24,}$|^[\dA-Z]{4}-[\dA-Z]{4}-[\dA-Z]{4}$|^[A-Z2-9]{16}$|山田|^0\d{9,10}$/.test(text),
  );
};

describe('the log', () => {
  it('contains no personal data, whatever is requested, done or rejected', async () => {
    const marked = new Set<string>();
    for (const name of callNames) {
      const input: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown } =
        await inputs[name](shop);
      const key = newKey();
      const endpoint: Endpoint = contract[name];
      const headers = endpoint.browser ? asBrowser(payingBrowser) : {};
      const answer = await shop.send(endpoint, { ...input, key, headers });
      /* Sent again with invalid input, because rejections are logged as well. */
      const wrong = 'body' in input ? { body: { marked: customer.email } } : { query: { marked: customer.email } };
      await shop.send(contract[name], { ...input, ...wrong, key: newKey() });
      for (const text of [...findSensitive(input), ...findSensitive(JSON.parse(answer.text)), key]) marked.add(text);
    }
    await shop.send('confirmCheckout', { body: { payment_intent_id: `pi_${customer.email}` } });
    await shop.send('getReservation', { query: { email: customer.email, reservation_number: 'ABCD-EFGH-JKLM' } });
    await shop.send('deleteOrder', { params: { token: `${customer.email}` } });
    await fetch(`${shop.url}/tickets/${[...marked][0]}?email=${customer.email}`);
    await shop.sweep();
    const lines = shop.logged.map((line) => JSON.stringify(line));
    expect(lines.length).toBeGreaterThan(2 * callNames.length);
    expect(marked.size).toBeGreaterThan(40);
    for (const mark of [...marked, customer.email, customer.fullname, customer.phone, 'ABCD-EFGH-JKLM'])
      expect(lines.filter((line) => line.includes(mark))).toEqual([]);
  });

  it('reports where an error occurred and never its message', () => {
    const facts = faultOf(Object.assign(new Error(`no row for ${customer.email}`), { code: '22P02' }));
    expect(facts).toMatchObject({ error: 'Error', code: '22P02' });
    expect(JSON.stringify(facts)).not.toContain(customer.email);
  });
});
