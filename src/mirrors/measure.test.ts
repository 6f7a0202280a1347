// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { borderless } from '#src/sites/borderless.ts';
import { withDefaults } from '#src/sites/defaults.ts';
import { completion, customer, order } from '#test/paths/answers.ts';
import { catalogue, ticket } from '#test/paths/sample-shop.ts';
import { type Charts, openCharts } from '#test/paths/shortcut.ts';

const site = { ...withDefaults(borderless), gatagKey: { url: 'GTM-TEST1' } };
const key = 'ticket-store:borderless:consent';

let ends: (() => void)[] = [];
let scripts: string[] = [];

beforeEach(() => {
  scripts = [];
  // The test acts as the browser: no script is loaded.
  vi.spyOn(document.head, 'append').mockImplementation((tag) => {
    if (tag instanceof HTMLScriptElement) scripts.push(tag.src);
  });
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

const openCatalogue = ({ held }: Charts, sandbox_url = '') =>
  held.resolve('app/catalogue/openShop', {
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

describe('before the visitor says yes', () => {
  it.each([null, 'denied', 'perhaps'])('(stored: %s) nothing is asked for, told or kept', async (stored) => {
    if (stored) localStorage.setItem(key, stored);
    const { charts } = await openMeasured();
    openCatalogue(charts);
    buy(charts);
    expect(layer()).toEqual([['consent', 'default', expect.objectContaining({ analytics_storage: 'denied' })]]);
    expect(scripts).toEqual([]);
    expect(sessionStorage.getItem('ticket-store:borderless:told')).toBeNull();
  });

  it('denies by a command as Google wants it: the arguments of a call, in the first place', async () => {
    await openMeasured();
    expect(Object.prototype.toString.call(window.dataLayer?.[0])).toBe('[object Arguments]');
  });
});

describe('once the visitor has said yes', () => {
  it('the word is kept, the tag manager starts, and what is on screen is told', async () => {
    const { charts, consent } = await openMeasured();
    openCatalogue(charts);
    consent.give('granted');
    await vi.waitFor(() => expect(scripts).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-TEST1']));
    expect(layer()[1]).toEqual(['consent', 'update', { analytics_storage: 'granted' }]);
    expect(names().toSorted()).toEqual(['api-loaded', 'gtm.js', 'page-view']);
    expect(localStorage.getItem(key)).toBe('granted');
  });

  it('on an earlier visit, the next one is measured from the start, and nobody is asked', async () => {
    localStorage.setItem(key, 'granted');
    const { charts, consent } = await openMeasured();
    expect(consent.get().isOpen).toBe(false);
    expect(names()).toEqual(['page-view']);
    expect(scripts).toEqual([]);
    openCatalogue(charts, 'http://sandbox.example');
    await vi.waitFor(() => expect(scripts).toEqual(['http://sandbox.example/sandbox/gtm.js?id=GTM-TEST1']));
    charts.toSignIn();
    expect(events()).toContainEqual({
      event: 'page-view',
      screen: 'sign-in',
      page_path: '/sign-in',
      page_location: `${location.origin}/#/sign-in`,
    });
    expect(names().filter((name) => name === 'api-loaded')).toHaveLength(1);
  });

  it('and later no, nothing more is told', async () => {
    localStorage.setItem(key, 'granted');
    const { charts, consent } = await openMeasured();
    openCatalogue(charts);
    consent.give('denied');
    const told = events().length;
    buy(charts);
    expect(layer().at(-1)).toEqual(['consent', 'update', { analytics_storage: 'denied' }]);
    expect(events()).toHaveLength(told);
    consent.give('granted');
    await vi.waitFor(() => expect(scripts).toHaveLength(1));
  });

  it('in another tab, it holds here', async () => {
    const { charts, consent } = await openMeasured();
    openCatalogue(charts);
    dispatchEvent(Object.assign(new Event('storage'), { key, newValue: 'granted' }));
    expect(consent.get()).toMatchObject({ word: 'granted', isOpen: false });
    expect(names()).toContain('page-view');
  });

  it('it counts for this page where storage is blocked', async () => {
    const blocked = () => {
      throw new DOMException('no storage', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, clear: () => undefined });
    const { charts, consent } = await openMeasured();
    expect(consent.get()).toEqual({ word: null, isOpen: true, asked: 0 });
    openCatalogue(charts);
    consent.give('granted');
    expect(names()).toContain('page-view');
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
  const complete = (charts: Charts) => {
    charts.app.send({ type: 'page.requested', screen: 'mail-confirm', params: {}, query: { token: 'mail-1' } });
    charts.held.resolve('readOrder', { token: 'order-1', order: bought, at: 0 });
  };

  it('is told once by its reservation number, without empty lines', async () => {
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
    charts.app.send({ type: 'page.requested', screen: 'ticket', params: { token: 'ticket-1' }, query: {} });
    charts.held.resolve('readTicket', ticket);
    charts.app.send({ type: 'page.requested', screen: 'complete', params: {}, query: {} });
    expect(names().filter((name) => name === 'conversion')).toHaveLength(1);
    expect(names().filter((name) => name === 'completion-log')).toHaveLength(1);
  });

  it('is not told again when the page is loaded anew', async () => {
    const { charts } = await openMeasured();
    complete(charts);
    for (const end of ends.splice(0)) end();
    await openMeasured(charts);
    expect(names()).toEqual(['page-view']);
  });

  it('is not told again by another tab that sees it completed', async () => {
    const { charts } = await openMeasured();
    complete(charts);
    const kept = Object.values({ ...localStorage }).join();
    for (const end of ends.splice(0)) end();
    sessionStorage.clear();
    await openMeasured(charts);
    expect(names()).toEqual(['page-view']);
    expect(kept, 'what this browser keeps does not name it').not.toContain('R1');
  });

  it('is told without tokens and without anything personal', async () => {
    const { charts } = await openMeasured();
    openCatalogue(charts);
    buy(charts);
    charts.app.send({ type: 'page.requested', screen: 'ticket', params: { token: 'ticket-1' }, query: {} });
    charts.held.resolve('readTicket', ticket);
    const told = JSON.stringify(window.dataLayer);
    expect(told).toContain('"page_path":"/id/:token"');
    for (const secret of ['order-1', 'ticket-1', 'tok_1', customer.email, customer.fullname, customer.phone])
      expect(told).not.toContain(secret);
  });
});

describe('a ticket', () => {
  it('is told once by its reservation number in this tab', async () => {
    localStorage.setItem(key, 'granted');
    const { charts } = await openMeasured();
    const look = () => {
      charts.app.send({ type: 'page.requested', screen: 'ticket', params: { token: 'ticket-1' }, query: {} });
      charts.held.resolve('readTicket', ticket);
      charts.app.send({ type: 'page.requested', screen: 'order', params: {}, query: {} });
    };
    look();
    look();
    expect(events().filter((entry) => JSON.stringify(entry).includes('ticket-log'))).toEqual([
      { event: 'ticket-log', reservation_number: 'R1' },
    ]);
  });
});
