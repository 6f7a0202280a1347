import type { Page } from 'playwright-core';

/** The functions of planned steps (`paths/planned-steps.ts` of the chart tools) on a page. Controls are found by `data-event` and `data-key`, fields by `name`, the page by `data-state`. */
export const plannedDriver = (page: Page) => {
  const control = (event: string, key?: string) =>
    page.locator(`[data-event="${event}"]${key === undefined ? '' : `[data-key="${key}"]`}`).filter({ visible: true });
  const keysOf = (event: string) =>
    control(event).evaluateAll((all) => all.map((one) => one.getAttribute('data-key') ?? ''));
  const driver = {
    at: async (state: string) => {
      const known = page.locator(`html[data-state="${state}"], html[data-state^="${state}."]`);
      await known.waitFor().catch(async () => {
        const current = await page.locator('html').getAttribute('data-state');
        const offered = await page
          .locator('[data-event]:visible')
          .evaluateAll((all) => all.map((one) => one.getAttribute('data-event')));
        throw new Error(`The page is in "${current}", not in "${state}"; offered: ${[...new Set(offered)].join(', ')}`);
      });
      await page.locator('h1').first().waitFor();
    },
    click: async (event: string, key?: string) => control(event, key).first().click(),
    /** Sets the fragment of the address. */
    type: async (hash: string) => {
      await page.evaluate((typed) => {
        location.hash = typed;
      }, hash);
    },
    /** Opens the folded part of the page that has an element. */
    unfold: async (selector: string) => {
      const fold = page.locator(`details:not([open]):has(${selector}) > summary`);
      if ((await fold.count()) > 0) await fold.first().click();
    },
    fill: async (name: string, text: string) => {
      await driver.unfold(`[name="${name}"]`);
      const field = page.locator(`[name="${name}"]`).first();
      const kind = await field.evaluate((one) => one.getAttribute('type') ?? one.tagName.toLowerCase());
      if (kind === 'checkbox') await field.setChecked(text === 'true');
      else if (kind === 'radio') await page.locator(`[name="${name}"][value="${text}"]`).check();
      else if (kind === 'select') await field.selectOption(text);
      else await field.fill(text);
    },
    /** Fills a field that not every site has. */
    fillIfThere: async (name: string, text: string) => {
      if ((await page.locator(`[name="${name}"]`).count()) > 0) await driver.fill(name, text);
    },
    /** Chooses the first answer of each list that the site requires and the walk leaves out. */
    chooseRequired: async () => {
      for (const list of await page.locator('select:required').all())
        if ((await list.inputValue()) === '') await list.selectOption({ index: 1 });
    },
    chooseLanguage: async (lang: string) => {
      await control('language.choose').first().selectOption(lang);
    },
    nextMonth: async () => control('month.show').last().click(),
    /** Chooses the first day after today that is on sale. */
    chooseDay: async () => {
      await control('day.choose').first().waitFor();
      const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);
      const laterDays = async () => (await keysOf('day.choose')).filter((day) => day > today);
      if ((await laterDays()).length === 0) {
        await driver.nextMonth();
        await control('day.choose').first().waitFor();
      }
      const [day] = await laterDays();
      await control('day.choose', day).first().click();
    },
    /** Chooses the first time of the day with many seats left. */
    chooseTime: async () =>
      page.locator('.slot-group:has(.slot-title) [data-stock="plenty"] [data-event="timespan.choose"]').first().click(),
    /** Increases the first item that has a stepper. */
    addOne: async (event: string) => {
      await page.locator(`[data-event="${event}"]`).first().waitFor({ state: 'attached' });
      await driver.unfold(`[data-event="${event}"]`);
      const key = await control(event).first().getAttribute('data-key');
      await control(event, key ?? '')
        .last()
        .click();
    },
    /**
     * Fills in a sandbox card: 4242… is accepted, 4000 0000 0000 0002 declined, 4000 0027 6000 3184 requires an identity check.
     */
    fillCard: async (number: string) => {
      const card = page.frameLocator('.card-form iframe');
      await card.locator('[autocomplete=cc-number]').fill(number);
      await card.locator('[autocomplete=cc-exp]').fill('12/39');
      await card.locator('[autocomplete=cc-csc]').fill('123');
    },
    /** Makes the next such call fail with a code, or without a response. */
    failing: async (method: string, path: string, code: string, status: string) => {
      const wanted = new RegExp(`/api/v1${path.replaceAll(/\{\w+\}/g, '[^/]+')}([?]|$)`);
      let isDone = false;
      await page.route(wanted, async (route) => {
        if (isDone || route.request().method() !== method) return route.fallback();
        isDone = true;
        if (code === 'connection_error') return route.abort();
        const body = JSON.stringify({ type: 'about:blank', title: code, status: Number(status), code });
        return route.fulfill({ status: Number(status), contentType: 'application/problem+json', body });
      });
    },
  };
  return driver;
};
