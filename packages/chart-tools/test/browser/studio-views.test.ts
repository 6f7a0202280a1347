import { machines } from 'ticket-store/machines/index.ts';
import { describe, expect, it } from 'vitest';
import { openCharts } from './kit.ts';

const { page, faults, open } = await openCharts();
const standsIn = (state: string) => page.frameLocator('#shop').locator(`html[data-state^="${state}"]`).waitFor();
const search = () => page.getByRole('searchbox', { name: 'Search states, events and texts on screens' });

describe('the search', () => {
  it('finds a state, an event, and a text on a screen in any language, goes there, and keeps the focus', async () => {
    await open('purchase?site=borderless&lang=kr');
    await page.keyboard.press('/');
    await page.keyboard.type('sign-in.editing');
    await page.keyboard.press('Enter');
    await standsIn('purchase.sign-in.editing');

    await search().fill('예매 내역 확인');
    await search().fill('결제 결과를');
    await page.locator('#search li').filter({ hasText: 'payment-callback' }).first().click();
    await standsIn('purchase.checkout');

    await search().fill('coupon.apply');
    await page.locator('#search button.event').first().click();
    await page.locator('#canvas svg[data-chart="coupon"] .chosen[data-transition]').waitFor();
    expect(await search().evaluate((field) => field === document.activeElement)).toBe(true);
    await search().fill('nothing of this kind');
    await page.getByText('Nothing is called so.').waitFor();
    expect(await page.locator('#search button').count()).toBe(0);
    expect(faults()).toEqual([]);
  });
});

describe('the address', () => {
  /** Opens the page's address in a new page, as the recipient of the link does. */
  const openLink = async (): Promise<void> => open(new URL(page.url()).hash.slice(1));
  const hash = (part: RegExp) => page.waitForURL(({ hash: own }) => part.test(decodeURIComponent(own)));

  it('says which chart is open', async () => {
    await open('purchase.payment?site=mori&lang=kr');
    await page.locator('#tree a[href="#hold"]').click();
    await page.locator('#canvas svg[data-chart="hold"]').waitFor();
    await hash(/chart=hold$/);
    await openLink();
    await standsIn('purchase.payment');
    expect(await page.locator('#canvas svg').getAttribute('data-chart')).toBe('hold');
  });

  it('says in words what it names in vain, and shows the rest', async () => {
    const notice = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();
    await open('purchase.payment?site=nowhere&lang=xx');
    await notice('There is no site “nowhere”; this is borderless. There is no language “xx”; this is en.');
    await standsIn('purchase.payment');
    await open('purchase.sign-in?site=borderless&lang=en&do=purchase.confirm+%7C+checkout.submit+%5B0%5D');
    await notice('1 of the address’s events cannot happen here.');
    await standsIn('purchase.sign-in');
    await open('order.opening?site=borderless&lang=en');
    await notice('order.opening is left at once; this is where it leads.');
    await open('purchase.nonsense?site=borderless&lang=en');
    await notice('There is no state or transition “purchase.nonsense”; this is purchase.');
    await page.locator('#lang').selectOption('kr');
    await page.locator('body[data-arrived="purchase"]').waitFor();
    await page.locator('#missing').waitFor({ state: 'hidden' });
    expect(faults()).toEqual([]);
  });
});

describe('the chart', () => {
  it('tells what a state and a transition are, and is zoomed by keys', async () => {
    await open('payment.choosing?site=borderless&lang=en');
    const details = page.locator('#details');
    await details.getByText(machines.payment.states.choosing?.description ?? '').waitFor();
    expect(await page.locator('#path').textContent()).toBe('app › purchase › payment › choosing');
    expect(await page.locator('#tree [data-chart="purchase"] > a small').textContent()).toBe('payment');
    await page.locator('#canvas [data-transition="payment.choosing | payment.submit [0]"]').click();
    await details.getByText('On payment.submit, if “has method” is true: it goes to tokenising.').waitFor();

    const width = () => page.locator('#canvas svg').getAttribute('width');
    await page.locator('#canvas').press('0');
    const whole = await width();
    await page.locator('#canvas').press('+');
    expect(Number(await width())).toBeGreaterThan(Number(whole));
    await page.locator('#canvas').press('0');
    expect(await width()).toBe(whole);
    expect(faults()).toEqual([]);
  });
});
