import type { Page } from 'playwright-core';
import { cards } from './walk.ts';

/** Breaks the data that the browser stores of a visit (docs/product.md#stored-data). */

/** States in which an order is open. */
const open = /^purchase\.(sign-in|payment|confirm)/;

type Typed = { readonly email: string; readonly fullname: string; readonly phone: string };

/** A line for each thing that a page in this state must not store, or stores wrongly; `typed` is the customer of the walk. */
export const storageFaults = async (page: Page, state: string, typed: Typed): Promise<string[]> => {
  const { session, local } = await page.evaluate(() => ({
    session: { ...sessionStorage } as Record<string, string>,
    local: { ...localStorage } as Record<string, string>,
  }));
  const keys = [...Object.keys(session), ...Object.keys(local)];
  // A random token may contain the sixteen digits of a card that nobody typed, with a separator between them.
  const text = JSON.stringify([session, local]).replaceAll(/[ -]/g, '');
  const faults = keys.filter((key) => !key.startsWith('ticket-store:')).map((key) => `the key ${key}`);
  if (Object.values(cards).some((number) => text.includes(number))) faults.push('the number of a card');
  const isTokenStored = keys.some((key) => key.endsWith(':order') && /"token":"/.test(session[key] ?? ''));
  if (open.test(state) && !isTokenStored) faults.push(`no token of the order at ${state}`);
  if (state === 'purchase.complete') {
    if (isTokenStored) faults.push('the token of an order that is over');
    for (const one of [typed.email, typed.fullname, typed.phone])
      if (text.includes(one)) faults.push(`"${one}" after the purchase`);
  }
  return faults;
};
