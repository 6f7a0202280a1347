import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { customer } from '#test/api/kit/buyer.ts';
import { randomly, rank } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { readOrderLedger } from './kit/ledger.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** Random actions on whatever can be seen, in the depths of a purchase too; the server's books are judged at the end. */
const { shop, lane } = await openFixture();

/** Where visitors begin, and how many actions each takes. */
const depths = [walk.toChosen, walk.toPayment, walk.toConfirm];
const perVisit = 30;

const typed: Readonly<Record<string, readonly string[]>> = {
  fullname: [customer.fullname, ''],
  email: [customer.email, 'nobody'],
  email_confirm: [customer.email],
  phone: [customer.phone, '1'],
  coupon: ['WELCOME10', 'FULLFREE', 'NONE'],
};

const at = <T>(list: readonly T[], by: number): T | undefined => list[by % list.length];

const press = async (control: Locator, by: number): Promise<void> => {
  const limit = { timeout: 3_000 };
  const kind = await control.evaluate((element: HTMLInputElement) => `${element.tagName} ${element.type}`);
  if (kind.startsWith('SELECT'))
    return void (await control.selectOption({ index: by % (await control.locator('option').count()) }, limit));
  if (!/^(INPUT|TEXTAREA)/.test(kind) || /radio|checkbox/.test(kind)) return control.click(limit);
  const name = (await control.getAttribute('name')) ?? '';
  await control.fill(at(typed[name] ?? ['1', '2', '0'], by) ?? '', limit);
};

/** One action: a control that can be seen, the card's fields, Back, a reload, or the line goes and comes back. */
const act = async (visitor: Visitor, by: number): Promise<void> => {
  const { page } = visitor;
  if (by % 29 === 0) return void (await page.goBack());
  if (by % 31 === 0) return void (await page.reload());
  if (by % 23 === 0) return page.context().setOffline(by % 2 === 0);
  const bank = page.frameLocator('dialog[open] iframe').getByRole('button');
  if ((await page.locator('dialog[open] iframe').count()) > 0)
    return bank.nth(by % Math.max(1, await bank.count())).click({ timeout: 3_000 });
  if (by % 3 === 0 && (await visitor.state()).startsWith('purchase.payment'))
    return walk.fillCard(visitor, at(Object.values(walk.cards), by));
  const layer = (await page.locator('dialog[open]').count()) > 0 ? 'dialog[open]' : 'body';
  const controls = page.locator(`${layer} :is([data-event], main input, main textarea, main select):not(:disabled)`);
  const visible = await controls.filter({ visible: true }).all();
  // The one that leads forward is as likely as all others together.
  const forward = page.locator(`${layer} [data-primary]`).filter({ visible: true }).first();
  const chosen = by % 2 === 0 && (await forward.count()) > 0 ? forward : at(visible, by);
  if (chosen) await press(chosen, by);
};

/** What is wrong in the books of all orders, after the provider was asked about all that is open. */
const faultsInBooks = async (): Promise<string[]> => {
  const faults: string[] = [];
  await shop.sweep();
  for (const { id, status, total } of await shop.db.selectFrom('orders').select(['id', 'status', 'total']).execute()) {
    const { charges, captured, refunded } = await readOrderLedger(shop, id);
    const isPaid = captured > refunded;
    if (isPaid && charges > 1) faults.push(`${id} was charged ${charges} times`);
    if (isPaid && !['paid', 'checking'].includes(status)) faults.push(`${id} is ${status}, and money was taken`);
    if (status === 'paid' && total > 0 && !isPaid) faults.push(`${id} has a ticket, and no money was taken`);
  }
  return faults;
};

describe('a monkey at the visible controls', () => {
  it('breaks nothing, and nobody pays twice or without a ticket', async () => {
    const { seed, numRuns } = randomly('actions of a monkey', 3_000, 60);
    const faults: string[] = [];
    const states = new Set<string>();
    let done = 0;
    for (let visit = 0; visit * perVisit < numRuns; visit += 1) {
      const visitor = await lane.visit({ device: 'phone' });
      await at(depths, visit)?.(visitor);
      visitor.page.setDefaultTimeout(3_000);
      for (let step = 0; step < perVisit; step += 1) {
        // A control may be gone before it is reached.
        await act(visitor, rank(visit * perVisit + step, seed)).then(
          () => (done += 1),
          () => undefined,
        );
        states.add(await visitor.state().catch(() => 'elsewhere'));
      }
      await visitor.page.context().setOffline(false);
      // Refused requests and a lost line are what a monkey brings about.
      faults.push(...visitor.faults().filter((fault) => /^page: |^5\d\d /.test(fault)));
      await lane.closeContexts();
    }
    console.log(`${done} actions were possible; states seen: ${[...states].toSorted().join(', ')}`);
    // The last requests may still be running.
    await expect.poll(faultsInBooks).toEqual([]);
    expect(faults).toEqual([]);
  });
});
