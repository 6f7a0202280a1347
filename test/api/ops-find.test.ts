import { describe, expect, it } from 'vitest';
import { slotIn } from '#server/operators/commands/texts.ts';
import { buyTicket, changeSlot, mailedTo, newSlot, rowOf, sending, ticketOf } from './kit/arrange.ts';
import { customer, newKey, ready } from './kit/buyer.ts';
import { openOps } from './kit/ops.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));

const newMail = () => `find-${newKey()}@visitor.example`;

describe('find', () => {
  const numbersOf = async (text: string) => {
    const { orders } = await ops.run('find', { text });
    return (orders as { reservation_number: string | null }[]).map(({ reservation_number }) => reservation_number);
  };

  it('finds an order by number, entry code, person’s code, mail of buyer or recipient, and name', async () => {
    const mail = newMail();
    const { number, params } = await buyTicket(shop, await newSlot(shop), 3, 0, mail);
    const { entry_code, people } = await ticketOf(shop, params.reservation_token);
    const codes = [entry_code, people[0]?.entry_code ?? ''];
    for (const text of [number, number.toLowerCase().replaceAll('-', ''), ...codes, mail, ` ${mail.toUpperCase()} `])
      expect([text, await numbersOf(text)]).toEqual([text, [number]]);
    const body = sending(1);
    await shop.call('sendTicket', { params, body });
    expect(await numbersOf(body.email)).toEqual([number]);
    const part = await ticketOf(shop, await mailedTo(shop, body.email));
    expect(await numbersOf(part.reservation_number)).toEqual([number]);
    const name = customer.fullname;
    for (const text of [name, name.replace(/\s/g, ''), name.slice(0, 2)])
      expect(await numbersOf(text)).toContain(number);
  });

  it('names the slot that each ticket has now, with its hours across midnight', async () => {
    const [first, later] = [await newSlot(shop), await newSlot(shop)];
    const night = { from: '2031-03-01T13:00:00.000Z', to: '2031-03-01T17:00:00.000Z' };
    const body = sending(1);
    const { number, params } = await buyTicket(shop, first, 2);
    await shop.call('sendTicket', { params, body });
    await shop.call('changeDate', { params, body: { time_span_id: later } });
    await changeSlot(shop, later, { reservation_from: new Date(night.from), reservation_to: new Date(night.to) });
    const stayed = await rowOf(shop, 'time_spans', { id: first });
    const before = { from: stayed.reservation_from.toISOString(), to: stayed.reservation_to.toISOString() };
    const found = await ops.run('find', { text: number });
    expect(found.orders).toMatchObject([
      {
        ...night,
        tickets: [
          { ...before, mail: body.email },
          { number, ...night },
        ],
      },
    ]);
    const lines = found.said.en.split('\n');
    expect(lines[1]).toContain('Saturday 1 March 2031 22:00 – Sunday 2 March 2031 02:00');
    expect(lines.find((one) => one.includes(body.email))).toContain(slotIn('en', before));
    expect(found.said.ja).toContain('2031年3月1日（土） 22:00 – 2031年3月2日（日） 02:00');
  });

  it('shows an unpaid order, no link and no code; nothing for what is unknown, or is a pattern', async () => {
    const mail = newMail();
    await ready(shop, await newSlot(shop), 1, 0, mail);
    const found = await ops.run('find', { text: mail });
    expect(found).toMatchObject({ is_complete: true, orders: [{ status: 'open', mail, reservation_number: null }] });
    const { number, params } = await buyTicket(shop, await newSlot(shop), 1);
    const { entry_code } = await ticketOf(shop, params.reservation_token);
    const text = JSON.stringify(await ops.run('find', { text: number }));
    expect(text).not.toContain(params.reservation_token);
    expect(text).not.toContain(entry_code);
    for (const odd of ['%%', '__', "' or 1=1", 'AAAA-AAAA-AAAA', 'nobody@nowhere.example', '\\\\'])
      expect(await ops.run('find', { text: odd })).toMatchObject({ orders: [], said: { en: 'No order was found.' } });
  });
});
