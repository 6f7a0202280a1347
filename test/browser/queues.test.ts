import { describe, expect, it } from 'vitest';
import type { Dialog } from '#machines/dialog/dialog.types.ts';
import { langs } from '#src/domain/lang.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { cutOff } from './kit/hold.ts';
import { reloadWith } from './kit/stored.ts';
import { textPattern } from './kit/texts.ts';
import type { Visitor } from './kit/visitor.ts';

/**
 * Toasts and dialogs (docs/product.md#toasts, docs/product.md#dialogs, docs/charts.md#toasts-and-dialogs) are shown one at a time
 * in sequence, and a reload neither loses nor repeats one.
 */
const { lane } = await openFixture();

const box = ({ page }: Visitor) => page.getByRole('dialog');
const toast = ({ page }: Visitor) => page.locator('.toast');

/** A dialog whose OK is confirmed by a toast. */
const createDialog = (number: number, cancel?: string): Dialog => ({
  number,
  title: { text: `Title ${number}` },
  text: { text: `Text ${number}` },
  okButton: { text: 'Yes' },
  ...(cancel ? { ngButton: { text: cancel } } : {}),
  okAction: { to: 'toast', event: { type: 'toast.show', ...{ toast: { text: `Did ${number}` } } } },
});

/** The order page with queued dialogs. */
const withDialogs = async (...queue: Dialog[]): Promise<Visitor> => {
  const visitor = await lane.visit({ lang: 'en' });
  await visitor.open();
  await visitor.at('purchase.order.choosing');
  await reloadWith(visitor, 'dialog', { value: 'open', context: { queue } });
  await box(visitor).waitFor();
  return visitor;
};
const titles = async (visitor: Visitor): Promise<string[]> => box(visitor).getByRole('heading').allTextContents();
const until = (visitor: Visitor, title: string) => visitor.page.getByRole('heading', { name: title }).waitFor();

describe('dialogs', () => {
  it('are shown one at a time with their numbers, and OK runs its action before closing', async () => {
    const visitor = await withDialogs(createDialog(301), createDialog(302, 'No'));
    expect(await titles(visitor)).toEqual(['Title 301']);
    expect(await box(visitor).innerText()).toMatch(/Text 301\s+If you contact us, quote 301/);
    expect(await box(visitor).getByRole('button').allTextContents()).toEqual(['Yes']);
    await visitor.click('dialog.ok');
    await toast(visitor).getByText('Did 301').waitFor();
    await until(visitor, 'Title 302');
    expect(await titles(visitor)).toEqual(['Title 302']);
    expect(await box(visitor).getByRole('button').allTextContents()).toEqual(['Yes', 'No']);
    await visitor.click('dialog.cancel');
    await box(visitor).waitFor({ state: 'detached' });
    expect(visitor.faults()).toEqual([]);
  });

  it('are closed by a click on the backdrop without their action, and the next one is shown', async () => {
    const visitor = await withDialogs(createDialog(303), createDialog(304));
    await visitor.page.mouse.click(5, 5);
    await until(visitor, 'Title 304');
    await visitor.page.keyboard.press('Escape');
    expect(await titles(visitor), 'Escape is a cancel, and there is none').toEqual(['Title 304']);
    await visitor.page.mouse.click(5, 5);
    await box(visitor).waitFor({ state: 'detached' });
    expect(await toast(visitor).count()).toBe(0);
  });
});

it('a toast that was on screen is not shown again after a reload; the next one is', async () => {
  /** Records each toast of the page. */
  const init = `window.toasts = [];
  new MutationObserver(() => {
    const text = document.querySelector('.toast p')?.textContent;
    if (text && !window.toasts.includes(text)) window.toasts.push(text);
  }).observe(document, { childList: true, subtree: true })`;
  const visitor = await lane.visit({ lang: 'en', init });
  const { page, at } = visitor;
  await page.clock.install();
  await visitor.open();
  await at('purchase.order.choosing');
  for (const text of ['First', 'Second']) {
    await page.evaluate((value) => sessionStorage.setItem('ticket-store:toast', value), JSON.stringify({ text }));
    await page.reload();
    await at('purchase.order.choosing');
    await toast(visitor).getByText(text).waitFor();
  }
  expect(await page.evaluate(() => Reflect.get(window, 'toasts'))).toEqual(['Second']);
  await page.clock.runFor(3600);
  await toast(visitor).waitFor({ state: 'detached' });
});

it.each(sampled('unreachable server', [langs]))(
  'an unreachable server is reported in %s before any of its texts is loaded, and the shop opens when it is back',
  async (lang) => {
    const visitor = await lane.visit({ lang, device: 'phone' });
    const { page, click, at } = visitor;
    await cutOff(visitor);
    await visitor.open(lang === 'ja' ? '?lang=ja' : '');
    await box(visitor).waitFor();
    const text = await box(visitor).innerText();
    for (const id of ['connection_error_title', 'failure_connection_error', 'connection_error_ok', 'dialog_number'])
      expect(text).toMatch(textPattern(lang, id));
    await click('dialog.ok');
    await box(visitor).waitFor({ state: 'detached' });
    await page.unrouteAll();
    await click('catalogue.again');
    await at('purchase.order.choosing');
    expect(await page.getByRole('radio').count()).toBeGreaterThan(0);
  },
);
