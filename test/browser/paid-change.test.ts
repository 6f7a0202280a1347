import { expect, it } from 'vitest';
import type { Method } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { changeRows, rowOf } from '#test/api/kit/arrange.ts';
import { ledgerAt } from '#test/api/kit/buyer.ts';
import { openFixture } from './kit/fixture.ts';
import { answerBank, answerPage, fillMethod, payBy } from './kit/pay.ts';
import { toPaymentAt } from './kit/site-walk.ts';

const { shop, lane } = await openFixture();

const ways: readonly (readonly [method: Method, site: SiteCode])[] = [
  ['stripe_secure', 'borderless'],
  ['softbank_paypay', 'softbank'],
];

it.each(ways)('a change of date is paid by %s on the page that confirms it, after a refusal', async (method, site) => {
  const visitor = await lane.visit({ device: 'phone' });
  const { page, click, clickTo, at, control, hash } = visitor;
  const isCard = method === 'stripe_secure';
  await toPaymentAt(visitor, shop, { site, lang: 'en' });
  await payBy(visitor, method);
  if (!isCard) await answerPage(visitor, 'success');
  await at('purchase.complete');
  await changeRows(shop, 'products', { site }, { date_change_fee: 200 });
  await clickTo('page.requested.ticket', 'ticket.showing');
  const bought = hash();
  await page.getByText('Fee for a change: ¥200').waitFor();
  await clickTo('page.requested.changedate', 'changedate.changedate.choosing');
  expect(await page.getByText('+¥200').count()).toBeGreaterThan(0);
  await page.locator('[data-event="timespan.choose"]:not([aria-disabled="true"]):not(:checked)').last().click();
  await clickTo('date.check', 'changedate.confirm.asking');
  await clickTo('date.submit', 'changedate.confirm.paying');
  await fillMethod(visitor, method, 'declined');
  await click('payment.submit');
  if (!isCard) await answerPage(visitor, 'decline');
  await at('changedate.confirm.paying');
  await page.getByRole('alert').or(page.locator('main form').getByRole('status')).first().waitFor();
  expect(hash()).toContain('/changedate/confirm/');
  await fillMethod(visitor, method, 'challenged');
  await click('payment.submit');
  await (isCard ? answerBank(visitor, 'complete') : answerPage(visitor, 'success'));
  await at('changedate.complete');
  await clickTo('page.requested.ticket', 'ticket.showing');
  expect(hash()).not.toBe(bought);
  expect(await page.locator('.ticket .code-text').count()).toBeGreaterThan(0);
  const { id } = await rowOf(shop, 'orders', { site, total: 200, status: 'paid' });
  expect((await ledgerAt(shop.sandbox.url))[id]).toMatchObject({ captured: 200, refunded: 0 });
  await control('page.requested.receipt').click();
  await page.getByText(/Change of date/).waitFor();
  expect(visitor.faults().filter((fault) => !fault.startsWith('402 '))).toEqual([]);
});
