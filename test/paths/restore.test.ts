import { i18n } from '@lingui/core';
import { simulateActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { messages as first } from '#locales/en/messages.json?first?lingui';
import { machines } from '#machines/index.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { pageRequested } from '#machines/shared/screens.ts';
import { openApp } from '#src/app/open-app.ts';
import { mirrorHash, typeBareAddress } from '#src/mirrors/address/hash.ts';
import { restoreApp, welcomeBack } from '#src/mirrors/storage/restore.ts';
import { mirrorStorage, snapshotKey } from '#src/mirrors/storage/stored-app.ts';
import { settingsOf } from '#test/tools/example-sites.ts';
import { connectionLost, customer } from './answers.ts';
import { ticket, timespan } from './sample-shop.ts';
import { input, openCharts, stateSetups, storeAt } from './shortcut.ts';

/** Storage, and how a page starts with damaged storage: always usable. */

const shape = 'a-shape';
const key = snapshotKey('borderless');
const hour = 3_600_000;

/** A new page: the restored charts with every actor simulated, or null. */
const restore = ({ now = Date.now(), startInput = input, currentShape = shape } = {}) => {
  const { machine, simulated } = simulateActors(machines.app);
  const app = restoreApp(machine, { input: startInput }, currentShape, now);
  app?.start();
  return app && { app, simulated };
};

/** A chart or request with those below it, without the catalogue, which every page reads again. */
const running = (actor: AnyActorRef): unknown => {
  const { value, input: by, context: { token, expiresAt } = {}, children = {} } = actor.getSnapshot();
  const below = Object.entries<AnyActorRef | undefined>(children).flatMap(([id, child]) =>
    child && id !== 'catalogue' ? [[id, running(child)]] : [],
  );
  return { value, input: by, token, expiresAt, children: Object.fromEntries(below) };
};

/** The shop as a browser opens it at an address. */
const openBorderless = (address: string) => {
  document.documentElement.dataset.env = 'development';
  history.pushState(null, '', address);
  onTestFinished(() => history.pushState(null, '', '/'));
  i18n.loadAndActivate({ locale: 'en', messages: first });
  return openApp({
    site: settingsOf('borderless'),
    lang: 'en',
    environment: 'development',
    rendered: Promise.resolve(),
  });
};

const pages = ['terms', 'not-found', 'reservation-inquiry', 'error', 'signage'] as const;
const flows = ['send', 'revoke', 'changedate', 'mail-release'] as const;
const setups: typeof stateSetups = { ...stateSetups };
for (const page of [...pages, ...flows])
  setups[page] = ({ app, simulated }) => {
    app.send(pageRequested(page, { token: 'ticket-1' }));
    const reads = simulated.waiting().filter((one) => /read(?:Ticket|Magazine)$/.test(one));
    for (const read of reads) simulated.reject(read, connectionLost.error);
  };
setups['purchase.dead-link'] = (charts) => {
  charts.confirmMail('dead');
  charts.simulated.reject('readOrder', { code: 'token_not_found' });
};

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

describe('a stored purchase', () => {
  it.each(Object.keys(setups))('continues at %s, in the language of the page', (state) => {
    const before = storeAt(state, { setups, see: (app) => onScreen(app).state });
    const page = restore({ startInput: { ...input, lang: 'en' } });
    if (!page) throw new Error('nothing restored');
    // A stored choice is refreshed when its step is entered, not when the page is restored.
    expect(onScreen(page.app).state).toBe(before);
    const { catalogue: _catalogue, purchase: _purchase, ...pages } = page.app.getSnapshot().children;
    const langs = Object.values<AnyActorRef>(pages).flatMap((one) => one.getSnapshot().context.lang ?? []);
    expect(new Set([page.app.getSnapshot().context.lang, ...langs])).toEqual(new Set(['en']));
    expect(page.simulated.waiting()).toContain('app/catalogue/openShop');
    const { actor } = onScreen(page.app);
    const mayRead = actor.getSnapshot().hasTag('pending') || actor.getSnapshot().can({ type: 'page.restored' });
    welcomeBack(page.app, 'en');
    expect(actor.getSnapshot().hasTag('pending'), 'what may have changed is read again').toBe(mayRead);
    page.app.stop();
  });

  it.each(Object.keys(stateSetups))('runs at %s as before: the same charts and requests, tokens and times', (state) => {
    const before = storeAt(state, { see: running });
    const page = restore();
    expect(page && running(page.app)).toEqual(before);
    page?.app.stop();
  });

  const atSignIn = () => {
    storeAt('purchase.sign-in.editing');
    const item = JSON.parse(sessionStorage.getItem(key) ?? '');
    return { item, purchase: item.snapshot.children.purchase.snapshot };
  };
  it.each<[string, (purchase: ReturnType<typeof atSignIn>['purchase']) => void]>([
    ['without its hold', ({ children }) => delete children.hold],
    ['with a hold in an unknown state', ({ children }) => Object.assign(children.hold.snapshot, { value: 'none' })],
    [
      'with the hold of another order',
      ({ children }) => Object.assign(children.hold.snapshot.context, { token: 'order-0' }),
    ],
  ])('%s does not fit', (_, edit) => {
    const { item, purchase } = atSignIn();
    edit(purchase);
    sessionStorage.setItem(key, JSON.stringify(item));
    expect(restore()).toBeNull();
  });

  it('takes the rules that its site has now, also where an old page stored it', () => {
    storeAt('purchase.sign-in.editing');
    const page = restore({ startInput: { ...input, site: { ...input.site, mailConfirm: true } } });
    expect(page?.app.getSnapshot().context.site.mailConfirm).toBe(true);
    page?.app.getSnapshot().children.purchase?.send({ type: 'customer.submit', customer });
    expect(page?.simulated.input('putCustomer')).toMatchObject({ mailIn: input.lang });
  });

  it.each([
    ['another shape of the charts', () => restore({ currentShape: 'another' })],
    ['another site', () => restore({ startInput: { ...input, site: { ...input.site, code: 'mori' } } })],
    ['more than a day ago', () => restore({ now: Date.now() + 25 * hour })],
    ['from a clock that was far ahead', () => restore({ now: Date.now() - 25 * hour })],
  ])('of %s is not restored', (_, again) => {
    storeAt('purchase.sign-in.editing');
    expect(again()).toBeNull();
  });

  it('has its specified names beside the state', () => {
    const stored = () => JSON.parse(sessionStorage.getItem(key) ?? '');
    storeAt('purchase.order.choosing');
    expect(stored()).toMatchObject({ productOptions: [], snapshot: {} });
    storeAt('purchase.sign-in.editing');
    const option = { name: expect.any(String), price: expect.any(Number), count: expect.any(Number) };
    expect(stored()).toMatchObject({ productTimespanID: timespan.id, productOptions: [option], snapshot: {} });
  });
});

it('unavailable storage only prevents restoring the page', () => {
  const broken = () => {
    throw new DOMException('no storage', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: broken, setItem: broken, removeItem: broken });
  expect(restore()).toBeNull();
  const charts = openCharts();
  const end = mirrorStorage(charts.app, machines.app, input, shape);
  stateSetups['purchase.complete']?.(charts);
  expect(charts.state()).toBe('purchase.complete');
  end();
  charts.app.stop();
});

it.each([
  ['ticket', '/id/ticket-1', '/tickets/ticket-1?lang=en'],
  ['receipt', '/id/ticket-1/receipt', '/tickets/ticket-1/receipt?lang=en'],
  ['share', '/tickets/share/ticket-1', '/tickets/ticket-1?lang=en'],
  ['shared', '/tickets/shared/share-1', '/tickets/shared/share-1?lang=en'],
] as const)(
  'the page %s of a link is not stored, but loaded again from its address, in the language of the page',
  async (screen, hash, call) => {
    const charts = openCharts();
    const end = mirrorStorage(charts.app, machines.app, input, __CHARTS_SHAPE__);
    charts.toSignIn();
    charts.app.send(pageRequested(screen, { token: hash.split('/').at(2) ?? '' }));
    expect(charts.state()).toBe(`${screen}.reading`);
    charts.simulated.resolve(
      charts.simulated.waiting().find((one) => /read(?:Ticket|Receipt|Shared)$/.test(one)) ?? '',
      { ...ticket, lines: [] },
    );
    expect(JSON.stringify(sessionStorage)).not.toContain('entry_code');
    end();
    charts.app.stop();
    const requests: string[] = [];
    vi.stubGlobal('fetch', (url: string) => {
      requests.push(url);
      return new Promise(() => undefined);
    });
    const app = await openBorderless(`/#${hash}`);
    await expect.poll(() => requests.some((url) => url.endsWith(call))).toBe(true);
    expect(onScreen(app).state).toBe(`${screen}.reading`);
    expect(app.getSnapshot().children.purchase?.getSnapshot().value).toEqual({ 'sign-in': 'editing' });
    app.stop();
  },
);

describe('the address without a hash, in a tab with a stored visit', () => {
  /** The tab at the shop's own address, with its charts restored and mirrored. */
  const enter = (state: string) => {
    document.documentElement.dataset.env = 'development';
    storeAt(state, { setups });
    history.pushState(null, '', '/');
    const page = restore();
    if (!page) throw new Error('nothing restored');
    typeBareAddress(page.app);
    const end = mirrorHash(page.app);
    onTestFinished(() => {
      end();
      page.app.stop();
      history.pushState(null, '', '/');
    });
    const { purchase } = page.app.getSnapshot().children;
    return { ...page, purchase, state: () => onScreen(page.app).state };
  };
  it.each(Object.keys(setups).filter((state) => state !== 'purchase.checkout.waiting'))(
    'is the choice of tickets after %s',
    (stored) => {
      const { state } = enter(stored);
      expect([state(), location.hash]).toEqual([expect.stringMatching(/^purchase\.order\./), '#/order']);
    },
  );

  it('is requested where the shop is opened', async () => {
    storeAt('terms', { shape: __CHARTS_SHAPE__, setups });
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const app = await openBorderless('/');
    expect([onScreen(app).state, location.hash]).toEqual([expect.stringMatching(/^purchase\.order\./), '#/order']);
    app.stop();
  });

  it('keeps the page of a payment that runs', () => {
    expect(enter('purchase.checkout.waiting').state()).toBe('purchase.checkout.waiting');
  });

  it.each([
    ['sign-in', 'purchase.sign-in.editing'],
    ['payment', 'purchase.payment.choosing'],
    ['payment', 'purchase.confirm'],
  ] as const)('leaves the order open, so that %s goes on with that of %s', (step, stored) => {
    const { app, state } = enter(stored);
    app.send(pageRequested(step));
    expect(state()).toMatch(new RegExp(`^purchase\\.${step}\\.`));
  });
});
