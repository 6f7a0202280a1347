import { describe, expect, it } from 'vitest';
import { forFile } from './kit/for-file.ts';
import { adults, buyTicket, sending, ticketOf } from './kit/holder.ts';
import { makeToday, openOps } from './kit/ops.ts';
import { problemOf, startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));

const admit = (code: string, force = false) => ops.run('gate', { code, force });

/** A ticket for a slot today. */
const buyToday = async (count = 2) => {
  const span = await newSlot(shop);
  const holder = await buyTicket(shop, span, count);
  await makeToday(shop, span);
  return { ...holder, span, token: holder.params.reservation_token };
};

describe('the gate', () => {
  it('admits everybody by the number, and reports when', async () => {
    const { number, token } = await buyToday(2);
    const first = await admit(number.toLowerCase().replaceAll('-', ' '));
    expect(first).toMatchObject({ status: 200, done: 'gate', number, quantity: 2, left: 0 });
    expect(first.said.en).toContain(`Reservation ${number}: 2 let in.`);
    const again = await admit(number);
    expect(again).toMatchObject({ status: 409, refused: 'used', number });
    const clock = new Intl.DateTimeFormat('en', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'Asia/Tokyo',
    });
    expect(Date.now() - Date.parse(String(again.at))).toBeLessThan(60_000);
    expect(again.said.en).toContain(`already used at `);
    expect(again.said.en).toContain(clock.format(new Date(String(again.at))));
    const ticket = await ticketOf(shop, token);
    expect(ticket).toMatchObject({ state: 'used', entry_code: '', actions: { send: 'used', receipt: null } });
    expect(ticket.people.map(({ used, entry_code }) => [used, entry_code])).toEqual([
      [true, ''],
      [true, ''],
    ]);
  });

  it("admits the people of a code: the ticket's all, a person's one; after the last one the ticket is used", async () => {
    const { token } = await buyToday(3);
    const { people, entry_code } = await ticketOf(shop, token);
    const [one = '', two = ''] = people.map((person) => person.entry_code);
    expect(await admit(one)).toMatchObject({ done: 'gate', quantity: 1, left: 2 });
    expect(await admit(one)).toMatchObject({ refused: 'used' });
    const now = await ticketOf(shop, token);
    expect(now.state).toBe('valid');
    expect(now.people.filter(({ used }) => used)).toHaveLength(1);
    expect(now.people.filter((person) => person.entry_code !== '')).toHaveLength(2);
    expect(await admit(entry_code)).toMatchObject({ done: 'gate', quantity: 2, left: 0 });
    expect(await admit(two)).toMatchObject({ refused: 'used' });
    expect((await ticketOf(shop, token)).state).toBe('used');
  });

  it('once one person is in, the ticket can be neither given away nor moved', async () => {
    const { token, params } = await buyToday(2);
    const { people } = await ticketOf(shop, token);
    await admit(people[0]?.entry_code ?? '');
    const { actions } = await ticketOf(shop, token);
    expect(actions).toMatchObject({ share: 'used', send: 'used', split: 'used', change_date: 'used', receipt: null });
    const answers = [
      await shop.send('shareTicket', { params }),
      await shop.send('splitTicket', { params, body: { option_values: adults(1) } }),
      await shop.send('sendTicket', { params, body: sending(1) }),
      await shop.send('changeDate', { params, body: { time_span_id: await newSlot(shop) } }),
    ];
    expect(answers.map((answer) => problemOf(answer).detail)).toEqual(['used', 'used', 'used', 'used']);
  });

  it('admits only by the share link’s code while the ticket is shared', async () => {
    const { token, params, number } = await buyToday(1);
    const before = await ticketOf(shop, token);
    const { share_token } = await shop.call('shareTicket', { params });
    expect(await admit(number)).toMatchObject({ refused: 'shared' });
    expect(await admit(number, true)).toMatchObject({ refused: 'shared' });
    expect(await admit(before.entry_code)).toMatchObject({ refused: 'unknown' });
    const shared = await shop.call('getSharedTicket', { params: { share_token } });
    expect(await admit(shared.entry_code)).toMatchObject({ done: 'gate', number, quantity: 1 });
    expect((await shop.call('getSharedTicket', { params: { share_token } })).state).toBe('used');
    const stopped = await shop.send('stopSharing', { params });
    expect(problemOf(stopped)).toMatchObject({ code: 'cannot_change_ticket', detail: 'used' });
  });

  it('reports the state of a ticket that no longer admits', async () => {
    const sent = await buyToday(1);
    const { entry_code } = await ticketOf(shop, sent.token);
    await shop.call('sendTicket', { params: sent.params, body: sending(1) });
    expect(await admit(entry_code)).toMatchObject({ refused: 'sent', number: sent.number });
    expect(await admit(sent.number)).toMatchObject({ refused: 'sent' });

    const moved = await buyTicket(shop, await newSlot(shop), 1);
    const old = await ticketOf(shop, moved.params.reservation_token);
    const to = await newSlot(shop);
    const body = { time_span_id: to };
    const { reservation_token } = await shop.call('changeDate', { params: moved.params, body });
    await makeToday(shop, to);
    expect(await admit(old.entry_code)).toMatchObject({ refused: 'changed', number: moved.number });
    expect(await admit(moved.number)).toMatchObject({ done: 'gate' });
    expect((await ticketOf(shop, reservation_token)).state).toBe('used');

    const cancelled = await buyToday(1);
    await ops.run('cancel', { reservation_number: cancelled.number });
    expect(await admit(cancelled.number)).toMatchObject({ refused: 'cancelled' });
    for (const unknown of ['AAAA-AAAA-AAAA', 'A'.repeat(16), '🎫', "' or 1=1"])
      expect(await admit(unknown)).toMatchObject({ refused: 'unknown', status: 409 });
  });

  it('warns of another day, and admits anyway when forced', async () => {
    const { number, params } = await buyTicket(shop, await newSlot(shop), 1);
    const warned = await admit(number);
    expect(warned).toMatchObject({ status: 409, refused: 'not_today', number });
    expect(warned.said.en).toContain('is not for today');
    expect((await ticketOf(shop, params.reservation_token)).state).toBe('valid');
    expect(await admit(number, true)).toMatchObject({ done: 'gate', quantity: 1 });
  });
});
