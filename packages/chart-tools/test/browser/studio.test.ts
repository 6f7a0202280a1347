import { readFileSync } from 'node:fs';
import type { Request } from 'playwright-core';
import { machines } from 'ticket-store/machines/index.ts';
import { openLane } from 'ticket-store/test/browser/kit/lane.ts';
import { covering } from 'ticket-store/test/tools/sample.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { graphOf } from '../../drawing/graph.ts';
import { openStudio } from '../../studio/studio.ts';

/** The charts page in a designer's window. */
const { url, close } = await openStudio(0);
const lane = await openLane({ url, sandboxUrl: url, close });
afterAll(lane.close);
const { page, faults } = await lane.visit({ lang: 'en', context: { viewport: { width: 1600, height: 950 } } });
/** Opens the page at an address and waits until the screen is complete. */
const open = async (hash: string): Promise<void> => {
  await page.goto('about:blank');
  await page.goto(`${url}/charts/#${hash}`);
  await page.locator('body[data-arrived]').waitFor();
};
const arrived = (goal: string) => page.locator(`body[data-arrived="${goal}"]`).waitFor();
const shop = () => page.frameLocator('#shop');
const at = (state: string) => shop().locator(`html[data-state^="${state}"]`).waitFor();
const arrow = (id: string) => page.locator(`#canvas [data-transition="${id}"]`);
const addressOf = () => new URLSearchParams(new URL(page.url()).hash.split('?')[1]);

/** Only sites that confirm by mail come here. */
const byMail = /^purchase\.(?:sended-mail|sign-in\.mailing)/;

const rows = Object.values(machines).flatMap((machine) => {
  const { states, transitions } = graphOf(machine);
  /** States that are left at once, whatever the facts: the screen shows where they lead. */
  const passing = new Set(
    transitions.flatMap(({ source, type, guard }) => (type === '' && guard === '' ? source : [])),
  );
  return states.map(({ id, type }) => {
    const isLive = id !== machine.id && type !== 'final' && !passing.has(id);
    return { chart: machine.id, id, isLive };
  });
});

const ownFiles = /^\/(?:charts\/(?:simulation|ways)|sites)\//;
/** Requests for its files at most until a state's screen is complete. */
const most = 125;

describe('the simulated screen', () => {
  const drawn = covering('states to stand in', rows, ({ chart }) => [chart]);
  it.each(drawn)('arrives in $id', async ({ id, isLive }) => {
    const site = byMail.test(id) ? 'mori' : 'borderless';
    const requests: Request[] = [];
    const count = (request: Request): unknown => requests.push(request);
    page.on('request', count);
    await open(`${id}?site=${site}&lang=en`);
    await arrived(id);
    page.off('request', count);
    const own = requests.filter((one) => ownFiles.test(new URL(one.url()).pathname));
    expect(own.length).toBeLessThanOrEqual(most);
    // An actor that has come to its end is gone; the screen shows what its parent does then.
    if (isLive) await page.locator(`#canvas .live[data-state="${id}"]`).waitFor();
    expect(faults()).toEqual([]);
  });

  it('shows another site in another language, asks nothing of a server, and says what a site never shows', async () => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await open('purchase.payment?site=mori&lang=kr');
    await at('purchase.payment.choosing');
    expect(await shop().locator('html').getAttribute('lang')).toBe('ko');
    await shop().getByRole('heading', { name: '결제', exact: true }).waitFor();
    await shop().getByText('스카이 데크').first().waitFor();
    expect(requested.filter((path) => !/^\/(?:charts|sites)\//.test(path))).toEqual([]);
    // Reports of the screen are no steps of a visitor: the requested chart stays open.
    expect(addressOf().getAll('do')).toEqual([]);
    expect(await page.locator('#canvas svg').getAttribute('data-chart')).toBe('purchase');

    await page.locator('#site').selectOption('nishinippon-event01');
    await page.locator('#canvas .live[data-state="purchase.payment"]').waitFor();
    await open('purchase.order?site=nishinippon-event01&lang=en');
    await page.getByRole('alert').filter({ hasText: 'nishinippon-event01 never comes to purchase.order' }).waitFor();
  });

  it('goes where an arrow leads, along with the chart, and back to the same place by its address', async () => {
    await open('purchase.sign-in?site=borderless&lang=en');
    await at('purchase.sign-in.editing');
    await arrow('purchase.sign-in.editing | customer.submit [0]').click();
    await at('purchase.sign-in.saving');
    await page.locator('#canvas .live[data-state="purchase.sign-in.saving"]').waitFor();
    await arrow('purchase.sign-in.saving | done(putCustomer) [0]').click();
    await at('purchase.payment.choosing');
    expect(addressOf().getAll('do')).toHaveLength(2);
    const address = page.url();

    await page.locator('#canvas [data-state="purchase.checkout"] .name').dblclick();
    await arrived('purchase.checkout');
    await page.goBack();
    await at('purchase.payment.choosing');
    await open(new URL(address).hash.slice(1));
    await at('purchase.payment.choosing');
  });

  it('goes over an arrow that cannot be taken here, and follows what the visitor does on the screen', async () => {
    await open('purchase.sign-in?site=borderless&lang=en');
    await arrow('purchase.confirm | checkout.submit [0]').click();
    await arrived('purchase.confirm | checkout.submit [0]');
    await at('purchase.checkout');

    await open('purchase.confirm?site=borderless&lang=en');
    await shop().locator('[data-event="checkout.submit"]').first().click();
    await page.locator('#canvas svg[data-chart="checkout"]').waitFor();
    expect(addressOf().getAll('do')).toEqual(['purchase.confirm | checkout.submit [0]']);
    await page.locator('#details').getByText('State of checkout').waitFor();
    expect(faults()).toEqual([]);
  });

  it('takes the end of a child chart by the child’s own steps', async () => {
    await open('purchase.order?site=borderless&lang=en');
    await arrow('purchase.order | done(order) [1]').click();
    await at('purchase.sign-in.editing');
    expect(addressOf().getAll('do')).toEqual(['purchase.order | done(order) [1]']);
  });
});

describe('the page', () => {
  it('finds a state, an event, and a text on a screen in any language, goes there, and keeps the focus', async () => {
    const search = page.getByRole('searchbox', { name: 'Search states, events and texts on screens' });
    await open('purchase?site=borderless&lang=kr');
    await page.keyboard.press('/');
    await page.keyboard.type('sign-in.editing');
    await page.keyboard.press('Enter');
    await at('purchase.sign-in.editing');

    await search.fill('결제 결과를');
    await page.locator('#search li').filter({ hasText: 'payment-callback' }).first().click();
    await at('purchase.checkout');

    await search.fill('coupon.apply');
    await page.locator('#search button.event').first().click();
    await page.locator('#canvas svg[data-chart="coupon"] .chosen[data-transition]').waitFor();
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    await search.fill('nothing of this kind');
    await page.getByText('Nothing is called so.').waitFor();
    expect(await page.locator('#search button').count()).toBe(0);
  });

  it('is the same by its address, which says which chart is open, and says in words what it names in vain', async () => {
    await open('purchase.payment?site=mori&lang=kr');
    await page.locator('#tree a[href="#hold"]').click();
    await page.waitForURL(({ hash }) => /chart=hold$/.test(decodeURIComponent(hash)));
    await open(new URL(page.url()).hash.slice(1));
    await at('purchase.payment');
    expect(await page.locator('#canvas svg').getAttribute('data-chart')).toBe('hold');
    await open('purchase.sign-in?site=nowhere&lang=en&do=purchase.confirm+%7C+checkout.submit+%5B0%5D');
    const notice = page.getByRole('alert').filter({ hasText: 'There is no site “nowhere”; this is borderless.' });
    await notice.filter({ hasText: '1 of the address’s events cannot happen here.' }).waitFor();
    await at('purchase.sign-in');
  });

  const chosen = (state: string) => page.getByRole('button', { name: `State ${state}`, exact: true });
  const about = page.getByRole('region', { name: 'About what is chosen' });

  it('shows payload and context of an event, on request the actions of a state, and where it is written', async () => {
    await open('app?site=borderless&lang=en');
    await page.getByRole('group', { name: 'app' }).waitFor();
    await open('purchase.sign-in?site=borderless&lang=en');
    await arrow('purchase.sign-in.editing | customer.submit [0]').click();
    await about.getByRole('group').filter({ hasText: 'Payload' }).getByText('"fullname": "Hanako"').waitFor();
    await about.getByRole('group').filter({ hasText: 'Context' }).getByText('"token": "order-1"').waitFor();
    await chosen('purchase.sign-in').press('Enter');
    expect(await about.getByText('beginHold').isVisible()).toBe(false);
    await about.getByText('Entry, exit and actions').click();
    await about.getByText('beginHold').waitFor();
    const address = await about.getByRole('link', { name: 'Open in editor' }).getAttribute('href');
    const [, file = '', line] = /^vscode:\/\/file(.+):(\d+)$/.exec(address ?? '') ?? [];
    expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toBe("    'sign-in': {");
  });

  /** The lines into the chosen state, and how many of their points are in a box. */
  const lines = () =>
    page.locator('#canvas svg').evaluate((svg) => {
      const boxes = [...svg.querySelectorAll<SVGRectElement>(':is(.state:not(.outer), .anywhere) > .box')];
      const ways = [...svg.querySelectorAll<SVGPathElement>('.aside')];
      const points = ways.flatMap((way) =>
        Array.from({ length: way.getTotalLength() }, (_, at) => way.getPointAtLength(at)),
      );
      const isIn = (point: DOMPoint) => (box: SVGRectElement) => {
        const { x, y, width, height } = box.getBBox();
        return point.x > x + 1 && point.x < x + width - 1 && point.y > y + 1 && point.y < y + height - 1;
      };
      return { ways: ways.length, inBoxes: points.filter((point) => boxes.some(isIn(point))).length };
    });

  it.each(['purchase', 'hold', 'change-date'] as const)(
    'draws what leads into a state of %s, around the boxes',
    async (id) => {
      await open(`${id}?site=borderless&lang=en`);
      const { states, transitions } = graphOf(machines[id]);
      for (const { id: state } of states.slice(1)) {
        await chosen(state).press('Enter');
        const isInto = (target: string) => `${target}.`.startsWith(`${state}.`);
        const into = transitions.filter((one) => one.targets.some(isInto) && !isInto(one.source) && !one.inPlace);
        const drawn = await page
          .locator('#canvas .line.into')
          .evaluateAll((all) => all.flatMap((one) => one.getAttribute('data-arrows')?.split('\n') ?? []));
        const dashed = into.filter((one) => !drawn.includes(one.id));
        expect([state, await lines()]).toEqual([state, { ways: dashed.length, inBoxes: 0 }]);
      }
    },
  );

  it('tells what a state and a transition are, and is zoomed by keys', async () => {
    await open('payment.choosing?site=borderless&lang=en');
    const details = page.locator('#details');
    await details.getByText(machines.payment.states.choosing?.description ?? '').waitFor();
    expect(await page.locator('#path').textContent()).toBe('app › purchase › payment › choosing');
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
