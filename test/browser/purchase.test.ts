import { afterAll, afterEach, expect, it } from 'vitest';
import { siteCodes } from '#test/tools/example-sites.ts';
import { sampled } from '#test/tools/sample.ts';
import { type Cost, meter } from './kit/cost.ts';
import { startRealServer } from './kit/host.ts';
import { type devices, openLane } from './kit/lane.ts';
import { scan } from './kit/qr.ts';
import { callAt } from './kit/site-walk.ts';
import { chooseTickets, fillCard, fillCustomer, submitCheckout, submitCustomer, submitOrder } from './kit/walk.ts';

/** The basic purchase, on the server that `npm start` runs, with nothing replaced. */
const lane = await openLane(await startRealServer());
afterEach(lane.closeContexts);
afterAll(lane.close);

/** Budgets of docs/architecture.md#size-budgets and docs/architecture.md#bar-layout. */
const firstScreen = 6;
const perStep = 3;
const code = 8;
const shift = 0.02;

const report = (title: string, steps: readonly Cost[]) => {
  const line = ({ step, requests, ahead, inSeries, own, all }: Cost) =>
    `  ${step.padEnd(9)} ${requests.length} requests, ${inSeries} in series (${ahead.length} ahead), shift ${own.toFixed(4)} (with input ${all.toFixed(4)}) ${requests.join(' ')}`;
  console.log([title, ...steps.map(line)].join('\n'));
};

const ticketOf = (hash: string) =>
  callAt(lane, siteCodes[0], 'getTicket', { params: { reservation_token: hash.split('/').at(-1) ?? '' } });

const visits: [keyof typeof devices, 'ja' | 'en'][] = [
  ['phone', 'ja'],
  ['desktop', 'en'],
];
it.each(sampled('purchases', [visits]))(
  'a visitor buys two timed tickets and gets a ticket that a scanner reads on a %s in %s',
  async (device, lang) => {
    const visitor = await lane.visit({ device, lang, context: { reducedMotion: 'no-preference' } });
    const { page, clickTo } = visitor;
    const charged = await lane.charges();
    const costOf = await meter(page);
    const steps: Cost[] = [];

    await visitor.open('', 'purchase.order.choosing');
    await visitor.control('product.choose').waitFor();
    const first = await costOf('first');
    expect(await page.locator('html').getAttribute('lang')).toBe(lang);

    await chooseTickets(visitor);
    const choosing = await costOf('choosing');
    await submitOrder(visitor);
    await visitor.field('fullname').waitFor();
    steps.push(await costOf('sign-in'));

    await fillCustomer(visitor);
    await submitCustomer(visitor);
    await visitor.control('method.choose').waitFor();
    steps.push(await costOf('payment'));
    await fillCard(visitor);
    steps.push(await costOf('card'));

    await clickTo('payment.submit', 'purchase.confirm');
    await visitor.control('checkout.submit').waitFor();
    steps.push(await costOf('confirm'));

    await submitCheckout(visitor);
    await visitor.control('page.requested.ticket').waitFor();
    steps.push(await costOf('complete'));

    await clickTo('page.requested.ticket', 'ticket');
    await page.locator('svg.qr').scrollIntoViewIfNeeded();
    // a separate page, whose code is loaded with the ticket
    const last = await costOf('ticket');

    const ticket = await ticketOf(visitor.hash());
    const picture = await page.screenshot();
    expect(await scan(picture)).toEqual([ticket.entry_code]);
    expect(ticket.entry_code).not.toBe('');
    expect(ticket.quantity).toBe(2);
    expect(visitor.hash()).not.toContain(ticket.entry_code);

    const all = [first, choosing, ...steps, last];
    report(`${device}, ${lang}`, all);
    expect(await lane.charges()).toBe(charged + 1);
    expect(visitor.faults()).toEqual([]);
    expect(first.requests.length).toBeLessThanOrEqual(firstScreen);
    expect(steps.filter(({ requests }) => requests.length > perStep)).toEqual([]);
    const codeOf = ({ requests, ahead }: Cost) => [...requests, ...ahead].filter((one) => /\.(?:js|css)$/.test(one));
    expect(all.filter((step) => codeOf(step).length > code)).toEqual([]);
    // no request waits for another one
    expect(steps.filter(({ inSeries }) => inSeries > 1)).toEqual([]);
    expect(all.filter(({ own }) => own > shift)).toEqual([]);
  },
);
