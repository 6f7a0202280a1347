import { actorAt } from '@ticket-store/chart-tools/explore/simulated.ts';
import { describe, expect, it } from 'vitest';
import { pageRequested } from '#machines/shared/screens.ts';
import { contract } from '#src/api/contract/index.ts';
import { connectionLost } from './answers.ts';
import { openCharts, stateSetups } from './shortcut.ts';
import { type Write, writes } from './writes.ts';

/**
 * Idempotency-Keys of several tabs. Their use in one tab is judged by `properties/writes.ts` on every walk, and by
 * `remembered-keys.test.ts` on visits with reloads.
 */
const table = writes.map((write) => [`${write.call} (${write.id})`, write] as const);

/** A new tab, or a copy of a stored one, from which the write is sent: its key, and that after a reload while the request is pending. */
const keysIn = ({ id, reach, send, site }: Write, stored?: string) => {
  const charts = openCharts({ site, stored });
  if (stored === undefined) reach(charts);
  const before = charts.stored();
  send(charts);
  const keyOf = ({ simulated }: typeof charts) => String(Object(simulated.input(id)).key);
  return { before, key: keyOf(charts), reloaded: keyOf(openCharts({ site, stored: charts.stored() })) };
};

describe('the Idempotency-Key', () => {
  it('is tested for every write of the contract', () => {
    const calls = Object.entries(contract).flatMap(([name, row]) => (row.method === 'GET' ? [] : [name]));
    expect([...new Set<string>(writes.map(({ call }) => call))].sort()).toEqual(calls.sort());
  });

  it.each(table)('of %s is the tab’s own, stays over a reload, and differs in a copy of the tab', (_, write) => {
    const tab = keysIn(write);
    const copy = keysIn(write, tab.before);
    expect(tab.reloaded).toBe(tab.key);
    // The challenge's key was drawn with its payment, so both tabs send the same request.
    if (write.id === 'confirmPayment') expect(copy.key).toBe(tab.key);
    else expect(copy.key).not.toBe(tab.key);
    expect(keysIn(write).key).not.toBe(tab.key);
  });

  it('of an order of unknown outcome stays when another step is visited', () => {
    const charts = openCharts();
    const keyOf = () => {
      charts.app.send(pageRequested('order'));
      charts.choose();
      actorAt(charts.app, ['app', 'purchase', 'order'])?.send({ type: 'order.submit' });
      return Object(charts.simulated.input('placeOrder')).key;
    };
    stateSetups['purchase.payment.choosing']?.(charts);
    const key = keyOf();
    charts.simulated.reject('placeOrder', connectionLost.error);
    charts.app.send(pageRequested('payment'));
    expect(keyOf()).toBe(key);
  });

  it.each(table.filter(([, { other }]) => other))(
    'of %s is another for other content after a lost reply',
    (_, write) => {
      const charts = openCharts({ site: write.site });
      const { simulated } = charts;
      const keyAfter = (act?: Write['reach']) => {
        act?.(charts);
        return Object(simulated.input(write.id)).key;
      };
      write.reach(charts);
      const key = keyAfter(write.send);
      simulated.reject(write.id, connectionLost.error);
      const other = keyAfter(write.other);
      expect(other).not.toBe(key);
      simulated.reject(write.id, connectionLost.error);
      expect(keyAfter(write.other), 'the same again').toBe(other);
    },
  );
});
