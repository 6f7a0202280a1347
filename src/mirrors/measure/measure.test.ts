// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageRequested } from '#machines/shared/screens.ts';
import { completion, customer, order } from '#test/paths/answers.ts';
import { catalogue, ticket } from '#test/paths/sample-shop.ts';
import { type Charts, openCharts } from '#test/paths/shortcut.ts';
import { requestedScripts } from '#test/screens/requested-scripts.ts';
import { settingsOf } from '#test/tools/example-sites.ts';

const site = { ...settingsOf('borderless'), gatagKey: { url: 'GTM-TEST1' } };
const key = 'ticket-store:borderless:consent';

let ends: (() => void)[] = [];
let scripts: HTMLScriptElement[] = [];

beforeEach(() => {
  scripts = requestedScripts();
});
afterEach(() => {
  for (const end of ends) end();
  ends = [];
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  delete window.dataLayer;
});

/** A new page load: only the browser's storage is kept. */
const openMeasured = async (charts: Charts = openCharts()) => {
  vi.resetModules();
  delete window.dataLayer;
  const { measure } = await import('./measure.ts');
  const { consentOf } = await import('./consent.ts');
  ends.push(measure(charts.app, site));
  return { charts, consent: consentOf('borderless') };
};

const openCatalogue = ({ simulated }: Charts, sandbox_url = '') =>
  simulated.resolve('app/catalogue/openShop', {
    ...catalogue,
    configurations: { ...catalogue.configurations, sandbox_url },
  });

/** Commands as arrays, events as they are. */
const layer = (): unknown[] =>
  (window.dataLayer ?? []).map((entry) =>
    typeof entry === 'object' && entry !== null && 'callee' in entry ? Array.from(Object.values(entry)) : entry,
  );
const events = (): unknown[] => layer().filter((entry) => !Array.isArray(entry));
const names = (): unknown[] =>
  events().map((entry) => typeof entry === 'object' && entry && 'event' in entry && entry.event);

const buy = (charts: Charts) => {
  charts.toSignIn();
  charts.toPayment();
  charts.toConfirm();
  charts.toChecking();
  charts.toComplete();
};

describe('before the visitor consents', () => {
  it.each([null, 'denied', 'perhaps'])('(stored: %s) nothing is requested, reported or stored', async (stored) => {
    if (stored) localStorage.setItem(key, stored);
    const { charts } = await openMeasured();
    openCatalogue(charts);
    buy(charts);
    expect(layer()).toEqual([['consent', 'default', expect.objectContaining({ analytics_storage: 'denied' })]]);
    expect(scripts).toEqual([]);
    expect(sessionStorage.getItem('ticket-store:borderless:told')).toBeNull();
  });

  it('the first entry of the layer denies consent, as the arguments object that Google requires', async () => {
    await openMeasured();
    expect(Object.prototype.toString.call(window.dataLayer?.[0])).toBe('[object Arguments]');
  });
});

describe('once the visitor has consented', () => {
  it('the decision is stored, the tag manager starts, and the current screen is reported', async () => {
    const { charts, consent } = await openMeasured();
    openCatalogue(charts);
    consent.decide('granted');
    await vi.waitFor(() => expect(scripts).toHaveLength(1), 60_000);
    expect(scripts[0]?.src).toBe('https://www.googletagmanager.com/gtm.js?id=GTM-TEST1');
    expect(layer()[1]).toEqual(['consent', 'update', { analytics_storage: 'granted' }]);
    expect(names().toSorted()).toEqual(['api-loaded', 'gtm.js', 'page-view']);
    expect(localStorage.getItem(key)).toBe('granted');
  });

  it('and later declines, nothing more is reported', async () => {
    localStorage.setItem(key, 'granted');
    const { charts, consent } = await openMeasured();
    openCatalogue(charts);
    consent.decide('denied');
    const count = events().length;
    buy(charts);
    expect(layer().at(-1)).toEqual(['consent', 'update', { analytics_storage: 'denied' }]);
    expect(events()).toHaveLength(count);
    consent.decide('granted');
    await vi.waitFor(() => expect(scripts).toHaveLength(1), 60_000);
  });
});

describe('a purchase', () => {
  beforeEach(() => localStorage.setItem(key, 'granted'));

  const bought = {
    ...order,
    main_product: {
      ...order.main_product,
      order_options: [
        { id: 'adult', name: 'Adult', type: 'adult', add_cost: 2000, quantity: 2 },
        { id: 'child', name: 'Child', type: 'child', add_cost: 900, quantity: 0 },
      ],
    },
    set_products: [
      { id: 'guide', product_name: 'Guide', add_cost: 500, quantity: 1 },
      { id: 'bag', product_name: 'Bag', add_cost: 800, quantity: 0 },
    ],
    price: 4500,
    customer_info: customer,
    status: 'paid' as const,
    completion,
  };
  const complete = (charts: Charts, shown: Partial<typeof completion> = {}) => {
    charts.confirmMail('mail-1');
    const read = { ...bought, completion: { ...completion, ...shown } };
    charts.simulated.resolve('readOrder', { token: 'order-1', order: read, at: 0 });
  };

  it('is reported once by its reservation number, without empty lines', async () => {
    const { charts } = await openMeasured();
    complete(charts);
    expect(events().slice(-2)).toEqual([
      {
        event: 'conversion',
        reservation_number: 'R1',
        transactionId: 'R1',
        currency: 'JPY',
        transactionTotal: 4500,
        transactionProducts: [
          { sku: 'adult', name: 'Adult', price: 2000, quantity: 2 },
          { sku: 'guide', name: 'Guide', price: 500, quantity: 1 },
        ],
      },
      { event: 'completion-log', reservation_number: 'R1' },
    ]);
    charts.app.send(pageRequested('ticket', { token: 'ticket-1' }));
    charts.simulated.resolve('readTicket', ticket);
    charts.app.send(pageRequested('complete'));
    expect(names().filter((name) => name === 'conversion')).toHaveLength(1);
    expect(names().filter((name) => name === 'completion-log')).toHaveLength(1);
  });

  it('is not reported again by another tab that shows it completed', async () => {
    const { charts } = await openMeasured();
    complete(charts);
    const stored = Object.values({ ...localStorage }).join();
    for (const end of ends.splice(0)) end();
    sessionStorage.clear();
    await openMeasured(charts);
    expect(names()).toEqual(['page-view']);
    expect(stored, 'the stored data does not contain the number').not.toContain('R1');
  });

  it('is not reported by another browser, which has no token of the ticket', async () => {
    const { charts } = await openMeasured();
    complete(charts, { reservation_token: '' });
    expect(names()).not.toContain('conversion');
  });

  it('is reported without tokens and personal data', async () => {
    const { charts } = await openMeasured();
    openCatalogue(charts);
    buy(charts);
    charts.app.send(pageRequested('ticket', { token: 'ticket-1' }));
    charts.simulated.resolve('readTicket', ticket);
    const json = JSON.stringify(window.dataLayer);
    expect(json).toContain('"page_path":"/id/:token"');
    for (const secret of ['order-1', 'ticket-1', 'tok_1', customer.email, customer.fullname, customer.phone])
      expect(json).not.toContain(secret);
  });
});
