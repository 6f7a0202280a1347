import { describe, expect, it } from 'vitest';
import { adults, buyTicket, changeRows, newSlot, paramsOf, sending, ticketOf } from './kit/arrange.ts';
import { newKey } from './kit/buyer.ts';
import type { Answer } from './kit/call.ts';
import { newAddress, renderLatestMail } from './kit/mails.ts';
import { makeToday, openOps } from './kit/ops.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));

const revoke = (token: string) => shop.send('revokeTicket', { params: paramsOf(token), key: newKey() });
/** The token in the link of the newest mail to an address. */
const newestToken = async (email: string) => {
  const letter = await renderLatestMail(shop, email);
  return /#\/id\/([\w-]+)/.exec(letter?.link?.href ?? '')?.[1] ?? '';
};
const statusOf = async (token: string) => (await shop.send('getTicket', { params: paramsOf(token) })).status;

describe('a link that leaked', () => {
  it('shows the recipient of the new link beforehand: the buyer, or the recipient of a sent ticket', async () => {
    const email = `hanako.${newAddress()}`;
    const { params, number } = await buyTicket(shop, await newSlot(shop), { adults: 3, email });
    const hiddenMailOf = async (token: string) => (await ticketOf(shop, token)).holder_email;
    const own = 'h***@visitor.example';
    expect(await hiddenMailOf(params.reservation_token)).toBe(own);
    const part = await shop.call('splitTicket', { params, body: { option_values: adults(1) } });
    expect(await hiddenMailOf(part.reservation_token)).toBe(own);
    const body = sending(1, `friend.${newAddress()}`);
    await shop.call('sendTicket', { params, body });
    const token = await newestToken(body.email);
    expect(await hiddenMailOf(token)).toBe('f***@visitor.example');
    await ops.code('cancel', { reservation_number: number });
    expect(await hiddenMailOf(params.reservation_token)).toBeUndefined();
  });

  it('invalidates its codes: at the gate only the new ones are valid', async () => {
    const email = newAddress();
    const span = await newSlot(shop);
    const { params, number } = await buyTicket(shop, span, { adults: 2, email });
    const before = await ticketOf(shop, params.reservation_token);
    expect(await ops.run('revoke', { reservation_number: number })).toMatchObject({
      done: 'revoke',
      number,
      address: email,
    });
    const token = await newestToken(email);
    const after = await ticketOf(shop, token);
    await makeToday(shop, span);
    for (const code of [before.entry_code, ...before.people.map(({ entry_code }) => entry_code)])
      expect(await ops.code('gate', { code })).toBe('unknown');
    for (const { entry_code } of after.people) expect(await ops.code('gate', { code: entry_code })).toBe('gate');
  });

  it('invalidates the share link and the links of split-off tickets, which its page showed', async () => {
    const email = newAddress();
    const { params } = await buyTicket(shop, await newSlot(shop), { adults: 4, email });
    const split = async (token: string) =>
      (await shop.call('splitTicket', { params: paramsOf(token), body: { option_values: adults(1) } }))
        .reservation_token;
    const part = await shop.call('splitTicket', { params, body: { option_values: adults(2) } });
    const deeper = await split(part.reservation_token);
    const { share_token } = await shop.call('shareTicket', { params: paramsOf(deeper) });
    await revoke(params.reservation_token);
    for (const token of [params.reservation_token, part.reservation_token, deeper])
      expect(await statusOf(token)).toBe(404);
    expect((await shop.send('getSharedTicket', { params: { share_token } })).status).toBe(404);
    const token = await newestToken(email);
    const [child] = (await ticketOf(shop, token)).children;
    expect(await ticketOf(shop, child?.reservation_token ?? '')).toMatchObject({ state: 'valid', quantity: 1 });
  });

  it.each([
    [
      'a day later',
      async () => {
        await changeRows(shop, 'idempotency', {}, { started_at: new Date(Date.now() - 25 * 3_600_000) });
        await shop.sweep();
      },
    ],
    [
      'when the first answer was lost',
      () => changeRows(shop, 'idempotency', {}, { status: null, body: null, started_at: new Date(0) }),
    ],
  ])('gets no new one by repeating what was done with it, %s: a split, or another date', async (_when, later) => {
    const { params } = await buyTicket(shop, await newSlot(shop), { adults: 4, email: newAddress() });
    const split = { params, body: { option_values: adults(1) }, key: newKey() };
    const change = { params, body: { time_span_id: await newSlot(shop) }, key: newKey() };
    const tokenIn = ({ text }: Answer) => JSON.parse(text).reservation_token;
    await shop.send('splitTicket', split);
    await revoke(tokenIn(await shop.send('changeDate', change)));
    await later();
    const again = [await shop.send('splitTicket', split), await shop.send('changeDate', change)];
    expect(again.map((answer) => [answer.status, tokenIn(answer)])).toEqual([
      [200, ''],
      [200, ''],
    ]);
  });

  it('is replaced at most three times an hour by its holder', async () => {
    const email = newAddress();
    const { params } = await buyTicket(shop, await newSlot(shop), { email });
    let token = params.reservation_token;
    for (let round = 0; round < 3; round += 1) {
      expect((await revoke(token)).status).toBe(200);
      token = await newestToken(email);
    }
    expect(problemOf(await revoke(token)).code).toBe('rate_limited');
    expect(await statusOf(token)).toBe(200);
  });

  it('is not replaced by the venue if the ticket is unknown or cancelled', async () => {
    const { number } = await buyTicket(shop, await newSlot(shop), { email: newAddress() });
    expect(await ops.code('revoke', { reservation_number: 'AAAA-BBBB-CCCC' })).toBe('unknown');
    await ops.code('cancel', { reservation_number: number });
    expect(await ops.code('revoke', { reservation_number: number })).toBe('cancelled');
  });
});
