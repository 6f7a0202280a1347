import { i18n } from '@lingui/core';
import type { Locator, Page } from 'playwright-core';
import type { EventObject } from 'xstate';
import { controlSelector, type Visitor } from '#test/browser/kit/visitor.ts';
import { addressIn, isPageRequest, withLang } from '#test/paths/event-address.ts';
import { type Move, movesOf } from '#test/paths/moves.ts';

/** A visitor's actions in Chromium: real clicks on controls that are visible and enabled. */

const openDialog = (page: Page): Locator => page.locator('dialog[open]');

/** Clicks the backdrop of the open dialog. */
const closeDialog = ({ page }: Visitor): Promise<void> => page.mouse.click(4, 4);

const offersTime = async (page: Page): Promise<boolean> =>
  (await openDialog(page).locator('[data-event="dialog.ok"]').textContent()) === i18n._('hold_extend');

/** Closes a dialog that covers the wanted control. */
export const clearView = async (visitor: Visitor, { type }: EventObject): Promise<void> => {
  if (type.startsWith('dialog.') || type.startsWith('toast.')) return;
  const dialog = openDialog(visitor.page);
  // it opens just after it is rendered
  while ((await visitor.page.locator('dialog.dialog').count()) > 0) {
    await dialog.waitFor();
    if (type === 'hold.extend' && (await offersTime(visitor.page))) return;
    const number = (await dialog.locator('.number').textContent()) ?? '';
    await closeDialog(visitor);
    await dialog.filter({ hasText: number }).waitFor({ state: 'detached' });
  }
};

/** Opens the question that a field is behind, as the coupon's is. */
const openFold = async (page: Page, name: string): Promise<void> => {
  const fold = page.locator(`details:not([open]):has([name="${name}"]) > summary`);
  if ((await fold.count()) > 0) await fold.click();
};

const fill = async ({ page }: Visitor, name: string, typed: string): Promise<void> => {
  await openFold(page, name);
  const field = page.locator(`[name="${name}"]`).filter({ visible: true }).first();
  const kind = await field.evaluate((node) => (node instanceof HTMLInputElement ? node.type : node.tagName));
  if (kind === 'checkbox') await field.setChecked(typed === 'true');
  else if (kind === 'radio') await page.locator(`[name="${name}"][value="${typed}"]`).check();
  else if (kind === 'SELECT') await field.selectOption(typed);
  else {
    await field.fill(typed);
    await field.blur();
  }
};

/** Chooses in the list, or, where it is disabled, by an address with `?lang`. */
export const chooseLang = async ({ control, type, hash }: Visitor, lang: string): Promise<void> => {
  const list = control('language.choose');
  if ((await list.getAttribute('aria-disabled')) === 'true') await type(withLang(hash(), lang));
  else await list.selectOption(lang);
};

const move = async (visitor: Visitor, wanted: Move): Promise<void> => {
  const { page, click } = visitor;
  if ('click' in wanted) await click(wanted.click, wanted.key);
  else if ('more' in wanted) {
    // The −, number and + of a stepper have the same event, so + is found by its position.
    const stepper = page.locator(controlSelector(wanted.more, wanted.key));
    await stepper.filter({ visible: true }).last().click();
  } else if ('fill' in wanted) await fill(visitor, wanted.fill, wanted.typed);
  else if ('lang' in wanted) await chooseLang(visitor, wanted.lang);
  // By the dialog that offers it, or by the strip.
  else if ('time' in wanted) await click((await openDialog(page).isVisible()) ? 'dialog.ok' : 'hold.extend');
  else if (wanted.close === 'dialog') await closeDialog(visitor);
  else await page.locator('.toast button').click();
};

/** Goes to a page by its link if there is one, otherwise by typing its address. */
const goTo = async ({ page, type }: Visitor, event: EventObject): Promise<void> => {
  const hash = `#${addressIn(event)}`;
  const links = page.locator(`a[data-event="${event.type}"][href="${hash}"]`);
  const shown = links.filter({ visible: true }).first();
  if (await shown.isVisible()) await shown.click();
  else await type(hash);
};

/** Performs a visitor's event. Throws if it is none, or if no control offers it. */
export const doByHand = async (visitor: Visitor, event: EventObject): Promise<void> => {
  const moves = movesOf(event);
  if (!isPageRequest(event) && !moves) throw new Error(`No control or address causes ${event.type}.`);
  await clearView(visitor, event);
  if (isPageRequest(event)) await goTo(visitor, event);
  else for (const one of moves ?? []) await move(visitor, one);
};

/** Events of the visible and enabled controls, with their keys. */
export const controlsShown = async ({ page }: Visitor): Promise<string[]> => {
  const marks = await page.locator('[data-event]:enabled:not([aria-disabled="true"])').filter({ visible: true }).all();
  const named = marks.map((mark) => mark.evaluate(({ dataset: { event = '', key = '' } }) => `${event} ${key}`.trim()));
  return [...new Set((await Promise.all(named)).map((name) => `control ${name}`))];
};
