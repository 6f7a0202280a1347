import { describe, expect, it } from 'vitest';
import { splitTicket } from '#src/api/contract/tickets.ts';
import type { Lang } from '#src/domain/lang.ts';
import { newKey } from '#test/api/kit/buyer.ts';
import { adults, buyTicket, type Holder, markUsed, ticketOf } from '#test/api/kit/holder.ts';
import { newSlot } from '#test/api/kit/slot.ts';
import { leaveSeats, seatsOf } from '#test/api/kit/time.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { expectSound, openAt } from './kit/hand-over.ts';
import { cutCall, holdCall, moments } from './kit/hold.ts';

const { shop, lane } = await openFixture();

const soldOf = async (span: string) => (await seatsOf(shop, span)).sold;
const quantityOf = async ({ params }: Holder) => (await ticketOf(shop, params.reservation_token)).quantity;

describe('a lost response', () => {
  it('can be retried: no ticket is sent twice, and no date is changed twice', async () => {
    const [slot, other] = [await newSlot(shop), await newSlot(shop)];
    const holder = await buyTicket(shop, slot, 3);
    const visitor = await lane.visit({ lang: 'en' });
    const { page, click, fill, at } = visitor;
    await openAt(visitor, 'send', holder);
    await fill('admission-adult', '1');
    await fill('email', 'friend@visitor.example');
    await click('send.check');
    await at('send.checking');
    await cutCall(visitor, 'sendTicket', 'after the answer');
    await click('send.submit');
    await page.getByRole('dialog').waitFor();
    await click('dialog.ok');
    await page.getByText('nothing will be sent or split twice').waitFor();
    expect(await quantityOf(holder)).toBe(2);
    await click('send.submit');
    await at('send.sent');
    expect(await quantityOf(holder)).toBe(2);

    await openAt(visitor, 'changedate', holder);
    await click('timespan.choose', other);
    await click('date.check');
    await at('changedate.confirm');
    await cutCall(visitor, 'changeDate', 'after the answer');
    await click('date.submit');
    await page.getByRole('dialog').waitFor();
    await click('dialog.ok');
    await page.getByText('it will not be changed twice').waitFor();
    expect([await soldOf(slot), await soldOf(other)]).toEqual([1, 2]);
    await click('date.submit');
    await at('changedate.complete');
    expect([await soldOf(slot), await soldOf(other)]).toEqual([1, 2]);
  });
});

describe('a reload while a response is pending', () => {
  const rows = (['sendTicket', 'changeDate'] as const).map((call) => moments.map((moment) => [call, moment] as const));
  it.each(sampled('reload of a hand-over', rows))('of %s, %s, resumes the request', async (call, moment) => {
    const [slot, other] = [await newSlot(shop), await newSlot(shop)];
    const holder = await buyTicket(shop, slot, 2);
    const visitor = await lane.visit({ lang: 'en' });
    const { page, click, fill, at } = visitor;
    const paused = await holdCall(visitor, call, moment);
    if (call === 'sendTicket') {
      await openAt(visitor, 'send', holder);
      await fill('admission-adult', '1');
      await fill('email', 'friend@visitor.example');
      await click('send.check');
      await at('send.checking');
      await click('send.submit');
    } else {
      await openAt(visitor, 'changedate', holder);
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

describe('a change by somebody else', () => {
  it('is shown in place: a slot sold out, people split off, a ticket used', async () => {
    const [slot, other] = [await newSlot(shop), await newSlot(shop)];
    const holder = await buyTicket(shop, slot, 3);
    const visitor = await lane.visit({ lang: 'ja', device: 'phone' });
    const { page, click, fill, at } = visitor;
    const alert = page.getByRole('alert');

    await openAt(visitor, 'changedate', holder);
    await click('timespan.choose', other);
    await click('date.check');
    await at('changedate.confirm');
    await leaveSeats(shop, other, 2);
    await click('date.submit');
    await at('changedate.changedate.choosing');
    await page.locator('h1:focus').waitFor();
    await alert.locator('[data-event="timespan.choose"]').first().waitFor();
    await expectSound(visitor, 'a time that went');

    await openAt(visitor, 'send', holder);
    await fill('admission-adult', '3');
    await fill('email', 'friend@visitor.example');
    await click('send.check');
    await at('send.checking');
    const part = { option_values: adults(1) };
    await shop.call(splitTicket, { params: holder.params, body: part, key: newKey() });
    await click('send.submit');
    await at('send.choosing');
    await alert.waitFor();
    expect(await visitor.field('admission-adult').inputValue()).toBe('2');
    await click('send.check');
    await at('send.checking');
    await markUsed(shop, holder.params.reservation_token);
    await click('send.submit');
    await at('send.closed');
    await alert.waitFor();
    await expectSound(visitor, 'a ticket that was used');
  });
});

describe('the language', () => {
  it('can be changed at each step without losing input', async () => {
    const [slot, other] = [await newSlot(shop), await newSlot(shop)];
    const holder = await buyTicket(shop, slot, 2);
    const visitor = await lane.visit({ lang: 'ja' });
    const { page, click, fill, at, field, control } = visitor;
    const chooseLang = async (lang: Lang) => {
      await Promise.all([page.waitForEvent('load'), control('language.choose').selectOption(lang)]);
      await page.locator(`html[lang=${lang}]`).waitFor();
    };
    await openAt(visitor, 'send', holder);
    await fill('admission-adult', '1');
    await fill('email', 'friend@visitor.example');
    await field('email').blur();
    await chooseLang('en');
    await at('send.choosing');
    expect(await field('admission-adult').inputValue()).toBe('1');
    expect(await field('email').inputValue()).toBe('friend@visitor.example');
    expect(await page.locator('.option-row .name').first().textContent()).toBe('Adult');
    await click('send.check');
    await at('send.checking');
    await chooseLang('ja');
    await at('send.checking');
    expect(await page.locator('.send-check').textContent()).toContain('大人 × 1');

    await openAt(visitor, 'changedate', holder);
    await click('timespan.choose', other);
    await click('date.check');
    await at('changedate.confirm');
    await chooseLang('en');
    await at('changedate.confirm');
    expect(await page.locator('main').textContent()).toContain('Adult × 2');
    await click('date.submit');
    await at('changedate.complete');
    expect(visitor.faults()).toEqual([]);
  });
});
