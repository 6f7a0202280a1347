// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { maxStoredTickets, storedUntil, ticketsCache } from '#src/domain/ticket-storage.ts';
import { memoryCaches } from './caches.fixture.ts';
import { createTicketCache } from './ticket-cache.ts';

const to = '2026-12-01T11:00:00+09:00';
const ticketAsOf = (as_of: string, entry_code = 'CODE') => ({ reservation_to: to, as_of, entry_code });
const morning = ticketAsOf('2026-12-01T09:00:00+09:00');

let caches = memoryCaches();
const storedCount = () => caches.paths(ticketsCache).length;

const page = { save: vi.fn(async () => undefined), remove: vi.fn(async () => undefined) };
const store = createTicketCache(page);
store.onStored(page.save);
/** Waits for work that continues in the background. */
const settled = (done: () => void) => vi.waitFor(done, 60_000);

beforeEach(() => {
  caches = memoryCaches();
  vi.stubGlobal('caches', caches);
  vi.setSystemTime('2026-12-01T09:00:00+09:00');
  location.hash = '#/id/t-1';
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.clearAllMocks();
});

describe('a ticket that was opened', () => {
  it('is stored together with its page, and its link cannot be read from storage', async () => {
    await store.save('t-1', morning);
    expect(await store.read('t-1')).toEqual(morning);
    expect(await store.read('t-2')).toBeNull();
    expect(await caches.text()).not.toContain('t-1');
    await settled(() => expect(page.save).toHaveBeenCalled());
    expect(page.remove).not.toHaveBeenCalled();
  });

  it('is waited for in slow storage where nothing else can be shown, not where the server will be asked', async () => {
    await store.save('t-1', morning);
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'], now: Date.parse(morning.as_of) });
    const disk = Promise.withResolvers<void>();
    vi.stubGlobal('caches', { open: (name: string) => disk.promise.then(() => caches.open(name)) });
    const [shown, isStored] = [store.read('t-1'), store.has('t-1')];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await isStored).toBe(false);
    disk.resolve();
    expect(await shown).toEqual(morning);
    expect(await store.has('t-1')).toBe(true);
  });

  it('is stored without the links to its shared and split-off tickets', async () => {
    const children = [{ kind: 'split', quantity: 1, reservation_token: 'split-link' }];
    const ticket = { ...morning, share_token: 'share-link', children };
    await store.save('t-1', ticket);
    expect(await store.read('t-1')).toEqual({
      ...morning,
      share_token: '',
      children: [{ kind: 'split', quantity: 1, reservation_token: '' }],
    });
    expect(await caches.text()).not.toContain('link');
  });

  it('is replaced by a newer reply of the server, and not by an older one', async () => {
    const noon = ticketAsOf('2026-12-01T12:00:00+09:00', '');
    await store.save('t-1', morning);
    await store.save('t-1', noon);
    await store.save('t-1', morning);
    expect(await store.read('t-1')).toEqual(noon);
    expect(await caches.text()).not.toContain('CODE');
  });

  it('is deleted shortly after the day of the visit, and the page with the last one', async () => {
    await store.save('t-1', morning);
    vi.setSystemTime(storedUntil(to) - 1);
    expect(await store.read('t-1')).toEqual(morning);
    vi.setSystemTime(storedUntil(to));
    expect(await store.read('t-1')).toBeNull();
    expect(storedCount()).toBe(0);
    await settled(() => expect(page.remove).toHaveBeenCalled());
  });

  it('is deleted when it is sent, and the page with the last one', async () => {
    await store.save('t-1', morning);
    await store.save('t-2', morning);
    await store.forget('t-1');
    expect(await store.read('t-1')).toBeNull();
    expect(page.remove).not.toHaveBeenCalled();
    await store.forget('t-2');
    await settled(() => expect(page.remove).toHaveBeenCalledOnce());
  });

  it('is one of at most twenty; the least recently opened one is deleted', async () => {
    for (let at = 0; at <= maxStoredTickets; at += 1) {
      vi.setSystemTime(Date.parse(morning.as_of) + at);
      await store.save(`t-${at}`, morning);
    }
    await settled(() => expect(storedCount()).toBe(maxStoredTickets));
    expect(await store.read('t-0')).toBeNull();
    expect(await store.read('t-1')).toEqual(morning);
  });
});

describe('a ticket that is erased', () => {
  const marks = () => Object.keys(localStorage).filter((key) => key.startsWith('ticket-store:forgotten:'));
  beforeEach(() => localStorage.clear());

  it('is deleted with the shared and split-off tickets that its page links to, and the page with the last one', async () => {
    const children = [{ kind: 'split', quantity: 1, reservation_token: 'split-link' }];
    for (const token of ['split-link', 'share-link', 't-2']) await store.save(token, morning);
    const ticket = { ...morning, share_token: 'share-link', children };
    await store.save('t-1', ticket);
    expect(await store.erase('t-1')).toBe(true);
    for (const token of ['t-1', 'split-link', 'share-link']) expect(await store.read(token)).toBeNull();
    expect(await store.read('t-2')).toEqual(morning);
    expect(page.remove).not.toHaveBeenCalled();
    expect(await store.erase('t-2')).toBe(true);
    expect(page.remove).toHaveBeenCalledOnce();
    expect(storedCount()).toBe(0);
    expect(marks()).toHaveLength(2);
  });

  it('is deleted even if it was just being stored', async () => {
    const disk = Promise.withResolvers<void>();
    const slow = {
      open: async (name: string) => {
        const cache = await caches.open(name);
        return { ...cache, put: (key: string, row: Response) => disk.promise.then(() => cache.put(key, row)) };
      },
    };
    vi.stubGlobal('caches', slow);
    const stored = store.save('t-1', morning);
    const erased = store.erase('t-1');
    await settled(async () => expect(await store.read('t-1')).toBeNull());
    disk.resolve();
    await stored;
    expect(await erased).toBe(true);
    expect(storedCount()).toBe(0);
  });

  it('is reported as deleted if there is no storage', async () => {
    Reflect.deleteProperty(globalThis, 'caches');
    expect(await store.erase('t-1')).toBe(true);
  });

  it('is not reported as deleted if that fails', async () => {
    await store.save('t-1', morning);
    vi.stubGlobal('caches', { open: () => Promise.reject(new Error('denied')) });
    expect(await store.erase('t-1')).toBe(false);
    vi.useFakeTimers();
    vi.stubGlobal('caches', { open: () => new Promise(() => undefined) });
    const erased = store.erase('t-1');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await erased).toBe(false);
    expect(marks()).toEqual([]);
  });
});

it('a page that reads a ticket to change it stores none, but updates a stored one', async () => {
  location.hash = '#/tickets/share/t-1';
  await store.save('t-1', morning);
  expect(storedCount()).toBe(0);
  location.hash = '#/id/t-1';
  await store.save('t-1', morning);
  location.hash = '#/tickets/share/t-1';
  await store.save('t-1', ticketAsOf('2026-12-01T12:00:00+09:00', ''));
  expect(await caches.text()).not.toContain('CODE');
});

it.each([
  ['no storage', () => vi.stubGlobal('caches', undefined)],
  ['blocked storage', () => vi.stubGlobal('caches', { open: () => Promise.reject(new Error('denied')) })],
  ['storage that never responds', () => vi.stubGlobal('caches', { open: () => new Promise(() => undefined) })],
  ['a row that was tampered with', async () => (await caches.open(ticketsCache)).put('/kept/x', new Response('{'))],
])('with %s nothing is stored and nothing fails', async (_, spoil) => {
  await spoil();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const [read, forgotten] = [store.read('t-1'), store.forget('t-1')];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await read).toBeNull();
  await forgotten;
});
