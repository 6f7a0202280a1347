import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { machines } from '#machines/index.ts';
import { forgetLink } from '#src/device/forgotten-links.ts';
import { mirrorHash, watchForgotten } from '#src/mirrors/address/hash.ts';
import { mirrorStorage } from '#src/mirrors/storage/stored-app.ts';
import { typeAddress } from './driver.ts';
import { ticketIn } from './sample-tickets.ts';
import { type Charts, input, openCharts, stateSetups } from './shortcut.ts';

/** A removed ticket leaves nothing in a tab's address, history and storage. */

const token = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE';
const ends: (() => void)[] = [];

const open = (address: string, state: unknown = null, start: (charts: Charts) => void = () => undefined): Charts => {
  history.pushState(state, '', address);
  const charts = openCharts();
  start(charts);
  ends.push(mirrorStorage(charts.app, machines.app, input, 'a-shape'), mirrorHash(charts.app), () => charts.app.stop());
  return charts;
};
const close = () => {
  for (const end of ends.splice(0)) end();
};

/** Removes the ticket from this device, and reports to the charts that it is done. */
const forget = (charts: Charts): void => {
  charts.app.getSnapshot().children.ticket?.send({ type: 'ticket.forget' });
  forgetLink(token);
  charts.simulated.resolve('forgetTicket');
};
const readAndForget = (charts: Charts): void => {
  charts.simulated.resolve('readTicket', ticketIn('valid'));
  forget(charts);
};

beforeEach(() => {
  document.documentElement.dataset.env = 'development';
});
afterEach(() => {
  close();
  sessionStorage.clear();
  localStorage.clear();
  vi.restoreAllMocks();
});

describe('a ticket that was removed from the device', () => {
  it('is no longer in the address or in storage', () => {
    const charts = open(`/#/id/${token}`);
    expect(charts.state()).toBe('ticket.reading');
    readAndForget(charts);
    expect(charts.state()).toBe('forgotten');
    expect(location.hash).toBe('#/forgotten');
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(token.slice(0, 20));
  });

  it('removes the finished order, but not an open one', () => {
    const bought = open('/#/complete', null, (charts) => stateSetups['purchase.complete']?.(charts));
    typeAddress(`/id/${token}`);
    readAndForget(bought);
    expect(bought.purchase.getSnapshot().context.completion).toBeNull();
    expect(JSON.stringify(sessionStorage)).not.toMatch(/reservation_token|visitor\.example|example\.jp/);
    close();
    const buying = open('/#/sign-in', null, (charts) => charts.toSignIn());
    typeAddress(`/id/${token}`);
    readAndForget(buying);
    expect(buying.purchase.getSnapshot().value).toEqual({ 'sign-in': 'editing' });
  });

  it.each(['/id/', '/tickets/share/', '/tickets/send/', '/tickets/revoke/'])(
    'is not loaded again by an old history entry of %s, whose link is removed',
    (route) => {
      const charts = open('/#/order');
      forgetLink(token);
      const entry = { index: 4, before: null };
      history.pushState(entry, '', `/#${route}${token}`);
      dispatchEvent(new PopStateEvent('popstate', { state: entry }));
      expect(charts.state()).toBe('forgotten');
      expect(charts.simulated.waiting()).not.toContain('app/ticket/readTicket');
      expect(location.hash).toBe('#/forgotten');
    },
  );

  it('is not shown after a reload or in a restored tab', () => {
    forgetLink(token);
    expect(open(`/#/id/${token}`, { index: 0, before: null }).state()).toBe('forgotten');
    expect(location.hash).toBe('#/forgotten');
  });

  it('is shown when its link is opened again, and after later reloads', () => {
    forgetLink(token);
    expect(open(`/#/id/${token}`).state()).toBe('ticket.reading');
    close();
    expect(open(`/#/id/${token}`, history.state).state()).toBe('ticket.reading');
  });

  it('does not affect other tickets', () => {
    forgetLink(token);
    expect(open('/#/id/another-one-altogether', { index: 0, before: null }).state()).toBe('ticket.reading');
  });
});

describe('another tab, and a page in the back/forward cache', () => {
  const reloads = () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    ends.push(watchForgotten());
    return reload;
  };
  const mark = () => Object.keys(localStorage).find((key) => key.startsWith('ticket-store:forgotten:')) ?? null;

  it('with the ticket are reloaded', () => {
    history.pushState(null, '', `/#/id/${token}`);
    const reload = reloads();
    forgetLink(token);
    dispatchEvent(new StorageEvent('storage', { key: mark() }));
    expect(reload).toHaveBeenCalledTimes(1);
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('with another ticket are not reloaded', () => {
    history.pushState(null, '', '/#/id/another-one-altogether');
    const reload = reloads();
    forgetLink(token);
    dispatchEvent(new StorageEvent('storage', { key: mark() }));
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(reload).not.toHaveBeenCalled();
  });
});

it('at most fifty marks are stored, and they open no ticket', () => {
  for (let at = 0; at < 60; at += 1) forgetLink(`${token}${String(at).padStart(6, '0')}`);
  const marks = Object.keys(localStorage).filter((key) => key.startsWith('ticket-store:forgotten:'));
  expect(marks).toHaveLength(50);
  for (const key of marks) expect(key.replace('ticket-store:forgotten:', '')).toHaveLength(6);
});

it('without storage Back shows the ticket, and nothing fails', () => {
  const broken = () => {
    throw new DOMException('no storage', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: broken, setItem: broken, removeItem: broken });
  forgetLink(token);
  expect(open(`/#/id/${token}`, { index: 0, before: null }).state()).toBe('ticket.reading');
  close();
  vi.unstubAllGlobals();
});
