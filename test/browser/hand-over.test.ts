import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { splitTicket } from '#src/api/contract/tickets.ts';
import type { Lang } from '#src/domain/lang.ts';
import { newKey } from '#test/api/kit/buyer.ts';
import { adults, buyTicket, type Holder, ticketOf } from '#test/api/kit/holder.ts';
import { linkIn, sendRound } from '#test/api/kit/mails.ts';
import { problemOf } from '#test/api/kit/shop.ts';
import { newSlot } from '#test/api/kit/slot.ts';
import { startPost } from '#test/api/kit/smtp.ts';
import { seatsOf } from '#test/api/kit/time.ts';
import { expectKept, expectSound, openAt } from './kit/hand-over.ts';
import { startOwnShop } from './kit/host.ts';
import { keyOn, tabTo, typeIn } from './kit/keyboard.ts';
import { openLane } from './kit/lane.ts';

const shop = await startOwnShop();
const lane = await openLane(shop);
const post = await startPost();
afterEach(lane.leave);
afterAll(async () => {
  await lane.close();
  await post.close();
});

const soldOf = async (span: string) => (await seatsOf(shop, span)).sold;
const quantityOf = async ({ params }: Holder) => (await ticketOf(shop, params.reservation_token)).quantity;

const rows: { lang: Lang; device: 'phone' | 'desktop' }[] = [
  { lang: 'ja', device: 'phone' },
  { lang: 'en', device: 'desktop' },
];

describe.each(rows)('three adults and a child, in $lang on a $device', ({ lang, device }) => {
  it('go their ways: two by mail, one by a link, one on another day', async () => {
    const [slot, other, dear] = [await newSlot(shop), await newSlot(shop), await newSlot(shop, { surcharge: 500 })];
    const holder = await buyTicket(shop, slot, 3, 1);
    const visitor = await lane.visit({ lang, device });
    const { page, press, fill, at, field, control } = visitor;
    const receiver = `taro-${newKey()}@visitor.example`;

    await openAt(visitor, 'send', holder);
    await expectSound(visitor, 'send');
    await fill('admission-adult', '2');
    await fill('admission-child', '0');
    await fill('email', receiver.replace('taro', 'ｔａｒｏ'));
    await fill('note', '入口で会いましょう');
    await field('note').blur();
    await expectKept(visitor);
    expect(await field('admission-adult').inputValue()).toBe('2');
    expect(await field('note').inputValue()).toBe('入口で会いましょう');
    await press('send.check');
    await at('send.checking');
    expect(await page.locator('.address').textContent()).toBe(receiver);
    await expectSound(visitor, 'send.checking');
    await expectKept(visitor);
    await press('step.back');
    await at('send.choosing');
    expect(await field('email').inputValue()).toContain('ｔａｒｏ');
    await press('send.check');
    await at('send.checking');
    await press('send.submit');
    await at('send.sent');
    await expectSound(visitor, 'send.sent');
    await expectKept(visitor);
    expect([await quantityOf(holder), await soldOf(slot)]).toEqual([2, 4]);

    await sendRound(shop, post.url);
    const mail = post.mails.find(({ to }) => to.includes(receiver));
    if (!mail) throw new Error('no mail came');
    expect(mail.text).toContain('入口で会いましょう');
    const friend = await lane.visit({ lang, device });
    await friend.page.goto(linkIn(mail));
    await friend.at('ticket');
    await friend.page.locator('svg.qr').first().waitFor();
    expect(await friend.page.locator('.ticket-who').first().textContent()).toMatch(/2/);

    await press('send.again');
    await at('send.choosing');
    await press('way.choose', 'link');
    await press('send.check');
    await page.getByRole('alert').waitFor();
    await fill('admission-child', '0');
    await press('send.check');
    await at('send.checking');
    await expectKept(visitor);
    await press('send.submit');
    await at('send.sent');
    await expectSound(visitor, 'split');
    const third = await field('new_link').inputValue();
    await expectKept(visitor);
    expect(await field('new_link').inputValue()).toBe(third);
    await friend.page.goto(third);
    await friend.at('ticket');
    await friend.page.locator('svg.qr').first().waitFor();

    await press('send.again');
    await at('send.choosing');
    expect(await control('way.choose', 'link').count()).toBe(0);
    const refused = await shop.send(splitTicket, {
      params: holder.params,
      body: { option_values: adults(1) },
      key: newKey(),
    });
    expect(problemOf(refused).code).toBe('split_no_child');

    await openAt(visitor, 'changedate', holder);
    expect(await control('timespan.choose', dear).getAttribute('aria-disabled')).toBe('true');
    expect(await control('timespan.choose', slot).getAttribute('aria-disabled')).toBe('true');
    await expectSound(visitor, 'changedate');
    await press('timespan.choose', other);
    await expectKept(visitor);
    expect(await control('timespan.choose', other).isChecked()).toBe(true);
    await press('date.check');
    await at('changedate.confirm');
    await expectSound(visitor, 'changedate-confirm');
    await expectKept(visitor);
    await page.goBack();
    await at('changedate.changedate.choosing');
    expect(await control('timespan.choose', other).isChecked()).toBe(true);
    await page.goForward();
    await at('changedate.confirm');
    await press('step.back');
    await at('changedate.changedate.choosing');
    await press('date.check');
    await at('changedate.confirm');
    expect([await soldOf(slot), await soldOf(other)]).toEqual([4, 0]);
    await press('date.submit');
    await at('changedate.complete');
    await expectSound(visitor, 'changedate-complete');
    expect([await soldOf(slot), await soldOf(other)]).toEqual([3, 1]);
    await expectKept(visitor);
    await page.goBack();
    await at('changedate.changedate.closed');
    await expectSound(visitor, 'changedate, done');
    await page.goForward();
    await at('changedate.complete');
    await press('page.requested', 'ticket');
    await at('ticket');
    await page.locator('svg.qr').first().waitFor();

    await visitor.open(`#/id/${holder.params.reservation_token}`);
    await at('ticket');
    await page.locator('.ticket').first().waitFor();
    expect(await page.locator('svg.qr').count()).toBe(0);
    expect([await soldOf(slot), await soldOf(other)]).toEqual([3, 1]);
    expect([...visitor.faults(), ...friend.faults()]).toEqual([]);
  });
});

describe('the keyboard alone', () => {
  it('sends tickets, and changes the date of the rest', async () => {
    const [slot, other] = [await newSlot(shop), await newSlot(shop)];
    const holder = await buyTicket(shop, slot, 2);
    const visitor = await lane.visit({ lang: 'en' });
    const { page, at } = visitor;
    await openAt(visitor, 'send', holder);
    await keyOn(visitor, '[name="admission-adult"]', 'ArrowDown');
    await typeIn(visitor, '[name="email"]', 'friend@visitor.example');
    await keyOn(visitor, '[data-event="send.check"]', 'Enter');
    await page.locator('h2:focus').waitFor();
    await keyOn(visitor, '[data-event="send.submit"]', 'Enter');
    await page.locator('[role=status]:focus').waitFor();
    expect(await quantityOf(holder)).toBe(1);

    await openAt(visitor, 'changedate', holder);
    await tabTo(visitor, '[data-event="timespan.choose"]');
    const free = `[data-event="timespan.choose"][data-key="${other}"]`;
    for (let steps = 0; steps < 60 && !(await page.locator(`${free}:checked`).count()); steps += 1)
      await page.keyboard.press('ArrowDown');
    await keyOn(visitor, '[data-event="date.check"]', 'Enter');
    await at('changedate.confirm');
    await page.locator('h1:focus').waitFor();
    await keyOn(visitor, '[data-event="date.submit"]', 'Enter');
    await at('changedate.complete');
    await page.locator('h1:focus').waitFor();
    expect([await soldOf(slot), await soldOf(other)]).toEqual([1, 1]);
    expect(visitor.faults()).toEqual([]);
  });
});
