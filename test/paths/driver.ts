import { i18n } from '@lingui/core';
import { act, fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { click, control, fill, offered, openDialog } from './controls.ts';
import { withLang } from './event-address.ts';
import type { Move } from './moves.ts';

/** A visitor's actions in happy-dom. */

/** Types an address; a browser then fires `popstate`. */
export const typeAddress = (address: string): void => {
  history.pushState(null, '', `#${address}`);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
};

export const offersTime = (dialog: HTMLElement): boolean =>
  dialog.querySelector('[data-event="dialog.ok"]')?.textContent === i18n._('hold_extend');

/** Closes the front dialog by its backdrop. */
export const closeDialog = (): void => {
  fireEvent.click(offered('dialog[open]')[0]);
};

/** Chooses in the list, or, where it is disabled, by an address with `?lang`. */
const choose = (lang: string): void => {
  if (document.querySelector('[data-event="language.choose"][aria-disabled="true"]'))
    act(() => typeAddress(withLang(location.hash.slice(1), lang)));
  else fireEvent.change(control('language.choose')[0], { target: { value: lang } });
};

/** Executes one move. Throws if no control offers it. */
export const move = (wanted: Move): void => {
  if ('click' in wanted) click(wanted.click, wanted.key);
  else if ('more' in wanted) {
    // The −, number and + of a stepper have the same event, so + is found by its position.
    const parts = control(wanted.more, wanted.key);
    const number = parts.find((one) => one instanceof HTMLInputElement);
    const before = Number(number?.value);
    const plus = parts.at(-1);
    if (plus) fireEvent.click(plus);
    expect(Number(number?.value), `the number of ${wanted.key} after one more`).toBe(before + 1);
  } else if ('fill' in wanted) fill(wanted.fill, wanted.typed);
  else if ('lang' in wanted) choose(wanted.lang);
  // By the dialog that offers it, or by the strip.
  else if ('time' in wanted) click(openDialog() === null ? 'hold.extend' : 'dialog.ok');
  else if (wanted.close === 'dialog') closeDialog();
  else fireEvent.click(offered('.toast button')[0]);
};
