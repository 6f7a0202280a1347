import type { Page } from 'playwright-core';
import { denyCaches, forgetAway, sendInPage } from './page.ts';
import { type Opening, openShop } from './shop.ts';

/** A page's `data-state` and a control's `data-event`; in a generated file the union of those that exist. */
export type PageState = string;
export type EventName = string;

/**
 * A visitor of a running shop. Controls are found by `data-event` and `data-key`, fields by `name`, the page by `data-state`;
 * what no visitor does is done by the walk (`openShop`).
 */
export const openVisitor = async (page: Page, url: string, names: readonly string[], opening: Opening) => {
  const shop = await openShop(page, url, names, opening);
  const control = (event: EventName, key?: string) =>
    page.locator(`[data-event="${event}"]${key === undefined ? '' : `[data-key="${key}"]`}`).filter({ visible: true });
  const dialog = page.locator('dialog[open]');
  const closeDialog = () => page.mouse.click(4, 4);
  /** Closes dialogs that cover the control of an event. */
  const clearView = async (event: EventName | ''): Promise<void> => {
    shop.beginStep();
    if (event.startsWith('dialog.')) return;
    while (await dialog.isVisible()) {
      const title = (await dialog.locator('h2').textContent()) ?? '';
      await closeDialog();
      await dialog.filter({ hasText: title }).waitFor({ state: 'detached' });
    }
    shop.beginStep();
  };
  const pass = (until: number | null, ms: number): Promise<void> => {
    shop.beginStep();
    // A millisecond more, so that what waits for just this time is due.
    const about = [until, ms + 1] as const;
    return page.evaluate((args) => Reflect.apply(Reflect.get(window, 'walkPass'), window, args), about);
  };
  const type = (hash: string): Promise<void> =>
    page.evaluate((typed) => {
      location.hash = typed;
    }, hash);
  /** Opens the folded part of the page that has an element. */
  const unfold = async (selector: string): Promise<void> => {
    const fold = page.locator(`details:not([open]):has(${selector}) > summary`);
    if ((await fold.count()) > 0) await fold.first().click();
  };
  /** Asserts the page's state, while the shop opens. */
  const at = async (state: PageState): Promise<void> => {
    const known = page.locator(`html[data-state="${state}"]`).waitFor({ state: 'attached' });
    await known.catch(async () => {
      const controls = page.locator('[data-event]:visible');
      const events = await controls.evaluateAll((all) => all.map((one) => one.getAttribute('data-event')));
      const current = await page.locator('html').getAttribute('data-state');
      throw new Error(`The page is in "${current}", not in "${state}"; offered: ${[...new Set(events)].join(', ')}`);
    });
  };
  return {
    start: shop.start,
    chart: shop.chart,
    reply: shop.reply,
    cut: shop.cut,
    drop: shop.drop,
    loading: at,
    /** Asserts the page's state, and that its screen is there. */
    at: async (state: PageState): Promise<void> => {
      await at(state);
      await page.locator('h1').first().waitFor();
    },
    click: async (event: EventName, key?: string): Promise<void> => {
      await clearView(event);
      await control(event, key).first().click();
    },
    /** Clicks the + of a stepper. */
    more: async (event: EventName, key: string): Promise<void> => {
      await clearView(event);
      await unfold(`[data-event="${event}"]`);
      await control(event, key).last().click();
    },
    fill: async (name: string, text: string): Promise<void> => {
      await clearView('');
      await unfold(`[name="${name}"]`);
      const field = page.locator(`[name="${name}"]`).filter({ visible: true }).first();
      const kind = await field.evaluate((one) => one.getAttribute('type') ?? one.tagName.toLowerCase());
      if (kind === 'checkbox') await field.setChecked(text === 'true');
      else if (kind === 'radio') await page.locator(`[name="${name}"][value="${text}"]`).check();
      else if (kind === 'select') await field.selectOption(text);
      else {
        await field.fill(text);
        await field.blur();
      }
    },
    /** Chooses in the list of languages; where it is disabled, by an address. */
    speak: async (lang: string): Promise<void> => {
      await clearView('');
      const { hash } = new URL(page.url());
      const list = control('language.choose').first();
      if ((await list.getAttribute('aria-disabled')) === 'true')
        await type(`${hash}${hash.includes('?') ? '&' : '?'}lang=${lang}`);
      else await list.selectOption(lang);
    },
    /** Presses the button of a wallet. */
    pressWallet: async (): Promise<void> => {
      await clearView('');
      await page.locator('.express-buttons button').click();
    },
    /** Closes the open dialog by its backdrop, or the toast. */
    close: (what: string): Promise<void> => {
      shop.beginStep();
      return what === 'dialog' ? closeDialog() : page.locator('.toast button').click();
    },
    /** Takes more time: in the dialog that offers it, or in the strip. */
    extend: async (): Promise<void> => {
      shop.beginStep();
      const isOffered = await dialog.locator('[data-event="dialog.cancel"]').isVisible();
      if (!isOffered) await clearView('hold.extend');
      await control(isOffered ? 'dialog.ok' : 'hold.extend')
        .first()
        .click();
    },
    /** Lets time pass, ms. */
    pass: (ms: number): Promise<void> => pass(null, ms),
    /** Lets time pass until a time in a chart's context, and `ms` longer or shorter. */
    passUntil: (actor: string, name: string, ms: number): Promise<void> => pass(shop.timeIn(actor, name) + ms, 0),
    /** Follows a link of the page, or types the address. */
    goTo: async (hash: string): Promise<void> => {
      await clearView('');
      const link = page.locator(`a[data-event^="page.requested."][href="${hash}"]`).filter({ visible: true }).first();
      if (await link.isVisible()) await link.click();
      else await type(hash);
    },
    reload: async (): Promise<void> => {
      shop.beginStep();
      await page.reload();
    },
    /** The provider sends the visitor back: from its own page if the shop was left. */
    comeBack: async (hash: string, isAway: boolean): Promise<void> => {
      shop.beginStep();
      if (!isAway) return type(hash);
      const address = new URL(hash, page.url()).href;
      await page.goto(`${new URL(url).origin}/healthz`);
      await page.goto(address);
    },
    /** The order ends in another tab of this browser. */
    endElsewhere: async (): Promise<void> => {
      shop.beginStep();
      /* Answers that are no page are sandboxed and have no storage; the page of an unknown address has it. */
      const address = `${new URL(url).origin}/none`;
      const tabs = page.context().pages();
      const tab = tabs.find((one) => one.url() === address) ?? (await page.context().newPage());
      if (tab.url() !== address) await tab.goto(address);
      await tab.evaluate(() => localStorage.setItem('ticket-store:ended', String(Math.random())));
    },
    /** An address that was open in another tab before, so that the device has stored its ticket. */
    visitBefore: async (hash: string, path: string, body: unknown): Promise<void> => {
      const tab = await page.context().newPage();
      await tab.goto(`${url}${opening.address}${hash}`);
      await shop.reply('GET', path, 200, body);
      await tab.waitForFunction(async () => {
        const rows = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
        return (await Promise.all(rows)).flat().some((one) => one.url.includes('/kept/'));
      });
      await tab.close();
    },
    /** Sends an event to a chart that nothing on the page sends in this sequence. */
    send: async (actor: string, event: unknown): Promise<void> => {
      shop.beginStep();
      await page.waitForFunction(sendInPage, [actor, event] as const);
    },
    /** The browser ends before it has stored that the shop was left. */
    forgetAway: (): Promise<void> => page.evaluate(forgetAway),
    /** The browser denies access to stored tickets, or allows it. */
    denyStorage: (isDenied: boolean): Promise<void> => page.evaluate(denyCaches, isDenied),
    /** Loads the page again while the provider's script is blocked. */
    blockScript: async (): Promise<void> => {
      await page
        .context()
        .route(/\/sandbox\/stripe\.js|js\.stripe\.com\/.*\.js/, (route) => route.abort('blockedbyclient'));
      page.on('dialog', (question) => question.accept());
      await page.reload();
    },
  };
};
