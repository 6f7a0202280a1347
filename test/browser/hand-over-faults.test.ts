import { describe, expect, it } from 'vitest';
import { buyTicket, type Holder, ticketOf } from '#test/api/kit/holder.ts';
import { newSlot } from '#test/api/kit/slot.ts';
import { seatsOf } from '#test/api/kit/time.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { holdCall, moments } from './kit/hold.ts';

const { shop, lane } = await openFixture();

const soldOf = async (span: string) => (await seatsOf(shop, span)).sold;
const quantityOf = async ({ params }: Holder) => (await ticketOf(shop, params.reservation_token)).quantity;

describe('a reload while a response is pending', () => {
  const rows = (['sendTicket', 'changeDate'] as const).map((call) => moments.map((moment) => [call, moment] as const));
  it.each(sampled('reload of a hand-over', rows))('of %s, %s, resumes the request', async (call, moment) => {
    const [slot, other] = [await newSlot(shop), await newSlot(shop)];
    const holder = await buyTicket(shop, slot, 2);
    const visitor = await lane.visit({ lang: 'en' });
    const { page, click, fill, at } = visitor;
    const paused = await holdCall(visitor, call, moment);
    const route = call === 'sendTicket' ? 'send' : 'changedate';
    await visitor.open(`#/tickets/${route}/${holder.params.reservation_token}`);
    if (call === 'sendTicket') {
      await at('send.choosing');
      await fill('admission-adult', '1');
      await fill('email', 'friend@visitor.example');
      await click('send.check');
      await at('send.checking');
      await click('send.submit');
    } else {
      await click('timespan.choose', other);
      await click('date.check');
      await at('changedate.confirm');
      await click('date.submit');
    }
    await paused.reached;
    await page.reload();
    paused.release();
    await at(call === 'sendTicket' ? 'send.sent' : 'changedate.complete');
    const moved = call === 'sendTicket' ? { quantity: 1, sold: [2, 0] } : { quantity: 0, sold: [0, 2] };
    expect({ quantity: await quantityOf(holder), sold: [await soldOf(slot), await soldOf(other)] }).toEqual(moved);
  });
});
