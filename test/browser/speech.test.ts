import '#test/api/kit/day.ts';
import { expect, it } from 'vitest';
import { type Lang, langs } from '#src/domain/lang.ts';
import { timed, tomorrow } from '#test/api/kit/buyer.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { createScreenReader, recordSpeech } from './kit/speech.ts';
import { textPattern } from './kit/texts.ts';
import * as walk from './kit/walk.ts';

const { lane } = await openFixture();

/** Spoken only where the machine is slow. */
const slowTexts = ['confirm_working_long', 'confirm_working_very_long', 'load_slow_text'];

/** How long tickets are kept is told by the server's clock, which goes on: a slow machine is a minute later. */
const heldTexts = ['hold_until', 'title_hold_until'];

/** Longer than any pause before something is spoken, ms. */
const pause = 2_000;

/** Buys a timed ticket by the keyboard, with what goes wrong on the way, and records the announcements of each step. */
const listenToPurchase = async (lang: Lang): Promise<string> => {
  const visitor = await lane.visit({ lang, init: recordSpeech });
  const { page, at, control, card } = visitor;
  await page.clock.install({ time: Date.now() });
  // Time left is always the same; timers run.
  await page.clock.setFixedTime(Date.now());
  const reader = await createScreenReader(page);
  const lines: string[] = [];

  const step = async (title: string, act: () => Promise<unknown>, part: 'page' | 'main' = 'main') => {
    await act();
    await page.locator('#main [aria-busy="true"]:visible').first().waitFor({ state: 'detached' });
    await page.clock.runFor(pause);
    const has = (line: string, ids: readonly string[]) => ids.some((id) => textPattern(lang, id).test(line));
    const spoken = (await reader.readChanges(part)).filter((line) => !has(line, slowTexts));
    const timeless = spoken.map((line) => (has(line, heldTexts) ? line.replace(/\d+:\d\d/, '[time]') : line));
    lines.push(`= ${title}`, ...timeless, '');
  };
  const press = async (event: string, key = 'Enter', name?: string) => {
    await control(event, name).focus();
    // the Tab key gets there
    expect(await page.evaluate(() => document.activeElement?.getAttribute('tabindex') ?? '0')).toBe('0');
    await page.keyboard.press(key);
  };
  const pressTo = async (event: string, state: string) => {
    await press(event);
    await at(state);
  };

  await step('the shop is opened', () => visitor.open('', 'purchase.order.choosing'), 'page');
  await step('a ticket is chosen', async () => {
    await press('product.choose', 'Space', timed);
    await page.locator('[data-day]').first().waitFor();
  });
  await step('the keyboard enters the calendar', () => page.locator('[data-day][tabindex="0"]').focus());
  await step('a day is chosen', async () => {
    await page.locator(`[data-day="${tomorrow}"]`).focus();
    await page.keyboard.press('Enter');
    await page.locator(walk.timesOfDay).first().waitFor();
  });
  await step('a time is chosen', async () => {
    const free = page.locator(walk.freeTimesOfDay).first();
    await free.focus();
    await page.keyboard.press('Space');
    await page.locator('[data-event="timespan.choose"]:checked').waitFor();
    await page.locator('[data-event="setproduct.set"]').first().waitFor({ state: 'attached' });
  });
  await step('an adult is added', () => visitor.field('admission-adult').press('ArrowUp'));
  await step('a child is added', () => visitor.field('admission-child').press('ArrowUp'));
  await step('the order is sent without a connection', async () => {
    await page.context().setOffline(true);
    await press('order.submit');
    await page.getByRole('dialog').waitFor();
  });
  await step('the dialog is closed', async () => {
    await page.context().setOffline(false);
    await press('dialog.ok');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
  await step('the order is sent', () => pressTo('order.submit', 'purchase.sign-in.editing'));
  await step('the empty form is sent', async () => {
    await press('customer.submit');
    await page.getByRole('alert').waitFor();
  });
  await step('a letter is typed', async () => {
    await visitor.field('fullname').focus();
    await page.keyboard.type('H');
  });
  await step('the form is filled in', () => walk.fillCustomer(visitor));
  await step('the form is sent', async () => {
    await page.keyboard.press('Enter');
    await at('purchase.payment.choosing');
  });
  await step('a coupon is refused', async () => {
    await page.locator('details:has([name="coupon"]) > summary').press('Enter');
    await visitor.field('coupon').fill('NOSUCHCODE');
    await page.keyboard.press('Enter');
    await page.locator('[name="coupon"][aria-invalid="true"]').waitFor();
  });
  await step('a coupon is applied', async () => {
    await visitor.field('coupon').fill('WELCOME10');
    await page.keyboard.press('Enter');
    await control('coupon.remove').waitFor();
  });
  await step('the coupon is removed', async () => {
    await press('coupon.remove');
    await visitor.field('coupon').waitFor({ state: 'attached' });
  });
  await step('the card is chosen', async () => {
    const method = control('method.choose', 'stripe_secure');
    await method.focus();
    if (!(await method.isChecked())) await page.keyboard.press('Space');
    await card().locator('[autocomplete=cc-number]').waitFor();
  });
  await step('a card that will be declined is typed and sent', async () => {
    await walk.fillCard(visitor, walk.cards.declined);
    await pressTo('payment.submit', 'purchase.confirm');
  });
  await step('the order is placed and the card declined', () =>
    pressTo('checkout.submit', 'purchase.payment.choosing'),
  );
  await step('another card is typed and sent', async () => {
    await walk.fillCard(visitor);
    await pressTo('payment.submit', 'purchase.confirm');
  });
  await step('the seats are held for two minutes more', async () => {
    await page.clock.setFixedTime(Date.now() + 18.5 * 60_000);
    await page.clock.fastForward(18.5 * 60_000);
    await page.getByRole('dialog').waitFor();
  });
  await step('more time is asked for', async () => {
    await press('dialog.ok');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
  await step('the order is placed', () => pressTo('checkout.submit', 'purchase.complete'));
  await step('the ticket is opened', async () => {
    await pressTo('page.requested.ticket', 'ticket');
    await page.locator('svg.qr').waitFor();
  });
  return lines.join('\n');
};

it.each(sampled('what is spoken', [[...langs]]))(
  'a screen reader announces a purchase as in the reference, in %s (vitest -u writes it)',
  async (lang) => {
    await expect(await listenToPurchase(lang)).toMatchFileSnapshot(`speech/${lang}.txt`);
  },
);
