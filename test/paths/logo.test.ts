import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { typeAddress } from './driver.ts';
import { openPage, openShop } from './open-page.tsx';
import { input } from './shortcut.ts';

/** The logo in the header leads to the order page (docs/product.md#header). */

openShop('ja');

let page: Awaited<ReturnType<typeof openPage>>;
beforeEach(async () => {
  page = await openPage({ input });
  await page.arrive();
  act(() => typeAddress('/privacy'));
  await page.arrive();
});
afterEach(() => {
  page.close();
  sessionStorage.clear();
});

const logo = (): Element => {
  const link = document.querySelector('a[href="#/order"]');
  if (!link) throw new Error('There is no link around the logo.');
  return link;
};

it('a click requests the order page, without a load of the page', () => {
  expect(location.hash).toBe('#/privacy');
  const link = logo();
  expect(fireEvent.click(link)).toBe(false);
  expect(location.hash).toBe('#/order');
});

it.each(['ctrlKey', 'metaKey', 'altKey', 'shiftKey'])('a click with %s is left to the browser', (key) => {
  const isDefault = fireEvent.click(logo(), { [key]: true });
  expect(isDefault).toBe(true);
});
