import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Dialog } from '#machines/dialog/dialog.types.ts';
import { langs } from '#src/domain/lang.ts';
import { startOwnShop } from './kit/host.ts';
import { openLane } from './kit/lane.ts';
import { keptOf, reloadWith } from './kit/stored.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';
import { textLike } from './kit/words.ts';

/**
 * Toasts and dialogs (docs/product.md#toasts, docs/product.md#dialogs, docs/charts.md#toasts-and-dialogs) are shown one at a time
 * in sequence, and a reload neither loses nor repeats one.
 */
const shop = await startOwnShop();
const lane = await openLane(shop);
afterEach(lane.leave);
afterAll(lane.close);

const box = ({ page }: Visitor) => page.getByRole('dialog');
const toast = ({ page }: Visitor) => page.locator('.toast');

/** A dialog whose OK is confirmed by a toast. */
const ask = (number: number, cancel?: string): Dialog => ({
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
  it('come one after the other, each with its number, and OK does what it says before it closes', async () => {
    const visitor = await withDialogs(ask(301), ask(302, 'No'));
    expect(await titles(visitor)).toEqual(['Title 301']);
    expect(await box(visitor).innerText()).toMatch(/Text 301\s+Message no\. 301/);
    expect(await box(visitor).getByRole('button').allTextContents()).toEqual(['Yes']);
    await visitor.press('dialog.ok');
    await toast(visitor).getByText('Did 301').waitFor();
    await until(visitor, 'Title 302');
    expect(await titles(visitor)).toEqual(['Title 302']);
    expect(await box(visitor).getByRole('button').allTextContents()).toEqual(['Yes', 'No']);
    await visitor.press('dialog.cancel');
    await box(visitor).waitFor({ state: 'detached' });
    expect(visitor.faults()).toEqual([]);
  });

  it('are closed by their background without their action, the queue goes on', async () => {
    const visitor = await withDialogs(ask(303), ask(304));
    await visitor.page.mouse.click(5, 5);
    await until(visitor, 'Title 304');
    await visitor.page.keyboard.press('Escape');
    expect(await titles(visitor), 'Escape is a cancel, and there is none').toEqual(['Title 304']);
    await visitor.page.mouse.click(5, 5);
    await box(visitor).waitFor({ state: 'detached' });
    expect(await toast(visitor).count()).toBe(0);
  });

  it('survive a reload in their order, and what was closed does not come back', async () => {
    const visitor = await withDialogs(ask(305), ask(306));
    await visitor.page.reload();
    await until(visitor, 'Title 305');
    await visitor.press('dialog.ok');
    await until(visitor, 'Title 306');
    await visitor.page.reload();
    await until(visitor, 'Title 306');
    await visitor.press('dialog.ok');
    await box(visitor).waitFor({ state: 'detached' });
    await visitor.page.reload();
    await visitor.at('purchase.order.choosing');
    expect(await box(visitor).count()).toBe(0);
    expect(await keptOf(visitor, 'dialog')).toMatchObject({ value: 'closed', context: { queue: [] } });
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
  const standStill = async ({ page }: Visitor): Promise<number> => {
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
  const kept = async (visitor: Visitor) => (await keptOf(visitor, 'toast'))?.context;

  it('that was cached before a full load is shown once: 3.5 seconds, its text is cleared one later', async () => {
    const visitor = await withToast('Hello');
    const { clock } = visitor.page;
    expect((await visitor.stored())[key]).toBeUndefined();
    const left = await standStill(visitor);
    await clock.runFor(left - 50);
    expect(await toast(visitor).textContent()).toContain('Hello');
    await clock.runFor(100);
    await toast(visitor).waitFor({ state: 'detached' });
    expect(await kept(visitor)).toMatchObject({ shown: { text: 'Hello' } });
    await clock.runFor(1100);
    expect(await kept(visitor)).toEqual({ shown: null, queue: [] });
    await visitor.page.reload();
    await visitor.at('purchase.order.choosing');
    await clock.runFor(2000);
    expect(await toast(visitor).count()).toBe(0);
  });

  it('that was on screen is not shown again after a reload; what waits comes after it', async () => {
    const visitor = await withToast('First');
    await again(visitor, 'Second');
    expect(await visitor.page.evaluate(() => Reflect.get(window, 'toasts'))).toEqual(['Second']);
    await visitor.page.clock.runFor(3600);
    await toast(visitor).waitFor({ state: 'detached' });
  });

  it('is closed by its button', async () => {
    const visitor = await withToast('Hello');
    await toast(visitor).getByRole('button', { name: 'Close' }).click();
    await toast(visitor).waitFor({ state: 'detached' });
    await visitor.page.clock.runFor(1100);
    expect(await kept(visitor)).toEqual({ shown: null, queue: [] });
  });
});

describe('a server that cannot be reached', () => {
  it.each(langs)(
    'is told in %s before any text of the server is there, and the shop opens when it is back',
    async (lang) => {
      const visitor = await lane.visit({ lang, device: 'phone' });
      const { page, press, at } = visitor;
      await page.route('**/api/**', (route) => route.abort('connectionfailed'));
      await page.route(
        (url) => url.pathname === '/',
        async (route) => {
          const answer = await route.fetch();
          const html = (await answer.text()).replace(/(<script[^>]*id="catalogue"[^>]*>)[^<]*/, '$1{}');
          await route.fulfill({ response: answer, body: html });
        },
      );
      await visitor.open(lang === 'ja' ? '?lang=ja' : '');
      await box(visitor).waitFor();
      const said = await box(visitor).innerText();
      for (const id of ['connection_error_title', 'failure_connection_error', 'connection_error_ok', 'dialog_number'])
        expect(said).toMatch(textLike(lang, id));
      await press('dialog.ok');
      await box(visitor).waitFor({ state: 'detached' });
      await page.unrouteAll();
      await press('catalogue.again');
      await at('purchase.order.choosing');
      expect(await page.getByRole('radio').count()).toBeGreaterThan(0);
    },
  );

  it('is told in the words of the site where it has its own', async () => {
    const row = {
      site: 'borderless',
      lang: 'en',
      key: 'connection_error_title',
      value: 'The museum is out of reach',
    } as const;
    await shop.db.insertInto('texts').values(row).execute();
    const visitor = await lane.visit({ lang: 'en' });
    await walk.toChosen(visitor);
    await visitor.page.context().setOffline(true);
    await visitor.press('order.submit');
    await box(visitor).waitFor();
    expect(await titles(visitor)).toEqual([row.value]);
  });
});
