import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomly } from '#test/tools/sample.ts';
import { adults, buyTicket, changeRows, newSlot, paramsOf, rowsOf, sending } from './kit/arrange.ts';
import { readLedger, timed } from './kit/buyer.ts';
import { openOps } from './kit/ops.ts';
import { pay, purchase } from './kit/pay.ts';
import { orderIdOf } from './kit/retained.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));

/** Acts of holders; repeated ones are more likely. `abandon` starts a paid change, `late` pays the last one, `back` is a refund. */
const actions = 'split send share stop stop move move pay pay pay abandon late back'.split(' ');

it('whatever holders do, money paid is the value of the tickets and the fees, and each person has one code', async () => {
  const play = fc.asyncProperty(
    fc.constantFrom(0, 70, 450),
    fc.array(fc.tuple(fc.constantFrom(...actions), fc.nat(9)), { minLength: 6, maxLength: 12 }),
    async (fee, steps) => {
      const costs = { date_change_difference: 'paid', date_change_fee: fee, date_change_refund: true } as const;
      await changeRows(shop, 'products', { uuid: timed }, costs);
      const { params, order, number } = await buyTicket(shop, await newSlot(shop), { adults: 4 });
      const [links, orders] = [[params], [order]];
      let last: { token: string; price: number } | null = null;
      let moves = 0;
      for (const [action, which] of steps) {
        const at = which % links.length;
        const link = links[at] ?? params;
        const surcharge = (which - 3) * 100;
        const body = { option_values: adults(1) };
        if (action === 'split') {
          const { status, text } = await shop.send('splitTicket', { params: link, body });
          if (status === 200) links.push(paramsOf(JSON.parse(text).reservation_token));
        } else if (action === 'send') await shop.send('sendTicket', { params: link, body: sending(1) });
        else if (action === 'share') await shop.send('shareTicket', { params: link });
        else if (action === 'stop') await shop.send('stopSharing', { params: link });
        else if (action === 'back') await ops.run('refund', { reservation_number: number, people: 'adult:1' });
        else if (action === 'move') {
          const sent = { params: link, body: { time_span_id: await newSlot(shop, { surcharge }) } };
          const { status, text } = await shop.send('changeDate', sent);
          if (status !== 200) continue;
          links[at] = paramsOf(JSON.parse(text).reservation_token);
          moves += 1;
        } else if (action === 'late' && last) await pay(shop, last);
        else {
          /* `pay`, `abandon`, and a `late` before the first of them. */
          const { status, text } = await shop.send('createChange', {
            params: link,
            body: { time_span_id: await newSlot(shop, { surcharge }) },
          });
          if (status !== 200) continue;
          const { order_token: token, order: placed } = JSON.parse(text);
          last = { token, price: placed.price };
          orders.push(token);
          if (action !== 'pay') continue;
          const { reservation_token } = await purchase(shop, last);
          links[at] = { reservation_token };
        }
      }
      await shop.sweep();
      const ledgers = await Promise.all(orders.map((token) => readLedger(shop, token)));
      const paid = ledgers.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
      const order_id = await orderIdOf(shop, order);
      const changes = await rowsOf(shop, 'orders', { change_of: order_id, status: 'paid' });
      const tickets = await rowsOf(shop, 'tickets', { order_id });
      const people = [];
      for (const { id } of tickets) people.push(...(await rowsOf(shop, 'ticket_people', { ticket_id: id })));
      const isLiving = (id: string) => tickets.some((ticket) => ticket.id === id && /valid|shared/.test(ticket.state));
      const living = people.filter(({ ticket_id }) => isLiving(ticket_id));
      const kept = living.length > 0 ? fee * (moves + changes.length) : 0;
      expect(paid).toBe(living.reduce((sum, { price }) => sum + price, 0) + kept);
      const ended = tickets.filter(({ state }) => state === 'cancelled').map(({ id }) => id);
      expect(people.filter(({ ticket_id }) => !isLiving(ticket_id) && !ended.includes(ticket_id))).toEqual([]);
      expect([people.length, new Set(people.map(({ entry_hash }) => entry_hash)).size]).toEqual([4, 4]);
    },
  );
  await fc.assert(play, randomly('Sequences of paid changes', 100, 6));
});
