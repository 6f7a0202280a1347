// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptUntil, mostKept, ticketsCache } from '#src/domain/kept.ts';
import { memoryCaches } from './caches.fixture.ts';
import { ticketShelf } from './kept-tickets.ts';

const to = '2026-12-01T11:00:00+09:00';
const ticketAsOf = (as_of: string, entry_code = 'CODE') => ({ reservation_to: to, as_of, entry_code });
const morning = ticketAsOf('2026-12-01T09:00:00+09:00');

let caches = memoryCaches();
const left = () => caches.paths(ticketsCache).length;

const page = { keep: vi.fn(async () => undefined), drop: vi.fn(async () => undefined) };
const shelf = ticketShelf(page);
/** Waits for work that continues in the background. */
const settled = (done: () => void) => vi.waitFor(done);

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
  it('is kept with the page that opens it, and its link is not to be read from storage', async () => {
    await shelf.keep('t-1', morning);
    expect(await shelf.recall('t-1')).toEqual(morning);
    expect(await shelf.recall('t-2')).toBeNull();
    expect(await caches.text()).not.toContain('t-1');
    await settled(() => expect(page.keep).toHaveBeenCalled());
    expect(page.drop).not.toHaveBeenCalled();
  });

  it('is kept without the links of others that it tells: of who has it shared, of what was split off', async () => {
    const children = [{ kind: 'split', quantity: 1, reservation_token: 'split-link' }];
    const ticket = { ...morning, share_token: 'share-link', children };
    await shelf.keep('t-1', ticket);
    expect(await shelf.recall('t-1')).toEqual({
      ...morning,
      share_token: '',
      children: [{ kind: 'split', quantity: 1, reservation_token: '' }],
    });
    expect(await caches.text()).not.toContain('link');
  });

  it('gives way to what the server says later, and not to what it said before', async () => {
    const noon = ticketAsOf('2026-12-01T12:00:00+09:00', '');
    await shelf.keep('t-1', morning);
    await shelf.keep('t-1', noon);
    await shelf.keep('t-1', morning);
    expect(await shelf.recall('t-1')).toEqual(noon);
    expect(await caches.text()).not.toContain('CODE');
  });

  it('is gone a little after the day of the visit, and the page with the last one', async () => {
    await shelf.keep('t-1', morning);
    vi.setSystemTime(keptUntil(to) - 1);
    expect(await shelf.recall('t-1')).toEqual(morning);
    vi.setSystemTime(keptUntil(to));
    expect(await shelf.recall('t-1')).toBeNull();
    expect(left()).toBe(0);
    await settled(() => expect(page.drop).toHaveBeenCalled());
  });

  it('is forgotten when it is handed over, and the page with the last one', async () => {
    await shelf.keep('t-1', morning);
    await shelf.keep('t-2', morning);
    await shelf.forget('t-1');
    expect(await shelf.recall('t-1')).toBeNull();
    expect(page.drop).not.toHaveBeenCalled();
    await shelf.forget('t-2');
    await settled(() => expect(page.drop).toHaveBeenCalledOnce());
  });

  it('is one of twenty at most; the one opened longest ago goes', async () => {
    for (let at = 0; at <= mostKept; at += 1) {
      vi.setSystemTime(Date.parse(morning.as_of) + at);
      await shelf.keep(`t-${at}`, morning);
    }
    await settled(() => expect(left()).toBe(mostKept));
    expect(await shelf.recall('t-0')).toBeNull();
    expect(await shelf.recall('t-1')).toEqual(morning);
  });
});

describe('a ticket that is erased', () => {
  const marks = () => Object.keys(localStorage).filter((key) => key.startsWith('ticket-store:forgotten:'));
  beforeEach(() => localStorage.clear());

  it('is gone with the shared and the split ones that its page led to, and the page with the last one', async () => {
    const children = [{ kind: 'split', quantity: 1, reservation_token: 'split-link' }];
    for (const token of ['split-link', 'share-link', 't-2']) await shelf.keep(token, morning);
    const ticket = { ...morning, share_token: 'share-link', children };
    await shelf.keep('t-1', ticket);
    expect(await shelf.erase('t-1')).toBe(true);
    for (const token of ['t-1', 'split-link', 'share-link']) expect(await shelf.recall(token)).toBeNull();
    expect(await shelf.recall('t-2')).toEqual(morning);
    expect(page.drop).not.toHaveBeenCalled();
    expect(await shelf.erase('t-2')).toBe(true);
    expect(page.drop).toHaveBeenCalledOnce();
    expect(left()).toBe(0);
    expect(marks()).toHaveLength(2);
  });

  it('is gone also when it was just being stored', async () => {
    const disk = Promise.withResolvers<void>();
    const slow = {
      open: async (name: string) => {
        const cache = await caches.open(name);
        return { ...cache, put: (key: string, row: Response) => disk.promise.then(() => cache.put(key, row)) };
      },
    };
    vi.stubGlobal('caches', slow);
    const stored = shelf.keep('t-1', morning);
    const erased = shelf.erase('t-1');
    await settled(async () => expect(await shelf.recall('t-1')).toBeNull());
    disk.resolve();
    await stored;
    expect(await erased).toBe(true);
    expect(left()).toBe(0);
  });

  it('is gone where there is no storage', async () => {
    Reflect.deleteProperty(globalThis, 'caches');
    expect(await shelf.erase('t-1')).toBe(true);
  });

  it('and cannot be deleted is not said to be gone', async () => {
    await shelf.keep('t-1', morning);
    vi.stubGlobal('caches', { open: () => Promise.reject(new Error('denied')) });
    expect(await shelf.erase('t-1')).toBe(false);
    vi.useFakeTimers();
    vi.stubGlobal('caches', { open: () => new Promise(() => undefined) });
    const erased = shelf.erase('t-1');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await erased).toBe(false);
    expect(marks()).toEqual([]);
  });
});

it('a page that reads a ticket to change it keeps none, but what is kept stays true', async () => {
  location.hash = '#/tickets/share/t-1';
  await shelf.keep('t-1', morning);
  expect(left()).toBe(0);
  location.hash = '#/id/t-1';
  await shelf.keep('t-1', morning);
  location.hash = '#/tickets/share/t-1';
  await shelf.keep('t-1', ticketAsOf('2026-12-01T12:00:00+09:00', ''));
  expect(await caches.text()).not.toContain('CODE');
});

it.each([
  ['no storage', () => vi.stubGlobal('caches', undefined)],
  ['blocked storage', () => vi.stubGlobal('caches', { open: () => Promise.reject(new Error('denied')) })],
  ['storage that never answers', () => vi.stubGlobal('caches', { open: () => new Promise(() => undefined) })],
  ['a row that was tampered with', async () => (await caches.open(ticketsCache)).put('/kept/x', new Response('{'))],
])('with %s nothing is kept and nothing fails', async (_, spoil) => {
  await spoil();
  expect(await shelf.recall('t-1')).toBeNull();
  await shelf.forget('t-1');
});
