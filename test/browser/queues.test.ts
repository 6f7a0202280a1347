import { describe, expect, it } from 'vitest';
import type { Dialog } from '#machines/dialog/dialog.types.ts';
import { langs } from '#src/domain/lang.ts';
import { openFixture } from './kit/fixture.ts';
import { readStoredState, reloadWith } from './kit/stored.ts';
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

describe('a toast', () => {
  const key = 'ticket-store:toast';
  /** Records each toast of the page, and when the first appeared by the page's clock. */
  const init = `window.toasts = [];
  new MutationObserver(() => {
    const text = document.querySelector('.toast p')?.textContent;
    if (!text || window.toasts.includes(text)) return;
    window.toasts.push(text);
    window.toastAt ??= Date.now();
  }).observe(document, { childList: true, subtree: true })`;
  /** Stops the page's clock. Returns how long the toast remains visible, ms. */
  const pauseClock = async ({ page }: Visitor): Promise<number> => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 200);
    return page.evaluate(() => Reflect.get(window, 'toastAt') + 3500 - Date.now());
  };
  /** A page on which a cached toast has just appeared. */
  const withToast = async (text: string): Promise<Visitor> => {
    const visitor = await lane.visit({ lang: 'en', init });
    await visitor.page.clock.install();
    await visitor.open();
    await visitor.at('purchase.order.choosing');
    await again(visitor, text);
    return visitor;
  };
  /** Reloads the page with this cached message. */
  const again = async (visitor: Visitor, text: string): Promise<void> => {
    await visitor.page.evaluate(
      ([name = '', value = '']) => sessionStorage.setItem(name, value),
      [key, JSON.stringify({ text })],
    );
    await visitor.page.reload();
    await visitor.at('purchase.order.choosing');
    await toast(visitor).getByText(text).waitFor();
  };
  const readToast = async (visitor: Visitor) => (await readStoredState(visitor, 'toast'))?.context;

  it('that was stored before a page load is shown once for 3.5 seconds, and its text is cleared a second later', async () => {
    const visitor = await withToast('Hello');
    const { clock } = visitor.page;
    expect((await visitor.stored())[key]).toBeUndefined();
    const remaining = await pauseClock(visitor);
    await clock.runFor(remaining - 50);
    expect(await toast(visitor).textContent()).toContain('Hello');
    await clock.runFor(100);
    await toast(visitor).waitFor({ state: 'detached' });
    expect(await readToast(visitor)).toMatchObject({ shown: { text: 'Hello' } });
    await clock.runFor(1100);
    expect(await readToast(visitor)).toEqual({ shown: null, queue: [] });
    await visitor.page.reload();
    await visitor.at('purchase.order.choosing');
    await clock.runFor(2000);
    expect(await toast(visitor).count()).toBe(0);
  });

  it('that was on screen is not shown again after a reload; the next one is', async () => {
    const visitor = await withToast('First');
    await again(visitor, 'Second');
    expect(await visitor.page.evaluate(() => Reflect.get(window, 'toasts'))).toEqual(['Second']);
    await visitor.page.clock.runFor(3600);
    await toast(visitor).waitFor({ state: 'detached' });
  });
});

describe('an unreachable server', () => {
  it.each(langs)(
    'is reported in %s before any text of the server is loaded, and the shop opens when it is back',
    async (lang) => {
      const visitor = await lane.visit({ lang, device: 'phone' });
      const { page, click, at } = visitor;
      await page.route('**/api/**', (route) => route.abort('connectionfailed'));
      await page.route(
        (url) => url.pathname === '/',
        async (route) => {
          const response = await route.fetch();
          const html = (await response.text()).replace(/(<script[^>]*id="catalogue"[^>]*>)[^<]*/, '$1{}');
          await route.fulfill({ response, body: html });
        },
      );
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
});
