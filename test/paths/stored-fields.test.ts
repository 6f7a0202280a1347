import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { pageRequested } from '#machines/shared/screens.ts';
import { SnapshotSchema } from '#machines/snapshot.ts';
import { Failure } from '#src/domain/failures.ts';
import { restoreApp } from '#src/mirrors/storage/restore.ts';
import { mirrorStorage, snapshotKey } from '#src/mirrors/storage/stored-app.ts';
import { actorAt, simulateActors } from '#test/tools/explore/simulated.ts';
import { input, openCharts, stateSetups } from './shortcut.ts';

/** Every field of every chart's context is checked before a snapshot is restored. */

const shape = 'a-shape';
const key = snapshotKey(input.site.code);
type Charts = ReturnType<typeof openCharts>;

const open = (screen: 'reservation-inquiry' | 'mail-release' | 'signage') => (charts: Charts) =>
  charts.app.send(pageRequested(screen, { token: 'magazine-1' }));
const setups: Record<string, (charts: Charts) => void> = {
  ...stateSetups,
  'purchase.order.queueing': ({ app, choose, simulated }) => {
    choose();
    actorAt(app, ['app', 'purchase', 'order'])?.send({ type: 'order.submit' });
    simulated.reject('placeOrder', new Failure({ code: 'queue_required', unknown: false }));
  },
  'reservation-inquiry': open('reservation-inquiry'),
  'mail-release': open('mail-release'),
  signage: open('signage'),
};

const storedAt = (state: string): string => {
  const charts = openCharts();
  const end = mirrorStorage(charts.app, machines.app, input, shape);
  setups[state]?.(charts);
  end();
  charts.app.stop();
  return sessionStorage.getItem(key) ?? '';
};

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Where the contexts of the charts are in a snapshot, as paths of keys; actors that are no charts have none. */
const contextsIn = (snapshot: unknown, path: readonly string[] = []): string[][] => {
  if (!isJson(snapshot)) return [];
  const below = isJson(snapshot.children) ? Object.entries(snapshot.children) : [];
  return [
    ...(isJson(snapshot.context) ? [[...path, 'context']] : []),
    ...below.flatMap(([id, child]) =>
      id === 'catalogue' || !isJson(child) ? [] : contextsIn(child.snapshot, [...path, 'children', id, 'snapshot']),
    ),
  ];
};
const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isJson(inner) ? inner[name] : undefined), value);

/** A copy whose field has another value, or is missing for `undefined`. */
const edited = (value: unknown, [name, ...below]: readonly string[], put: unknown): unknown => {
  if (name === undefined) return put;
  return isJson(value) ? { ...value, [name]: edited(value[name], below, put) } : value;
};

const restore = (envelope: unknown) => {
  sessionStorage.setItem(key, JSON.stringify(envelope));
  const app = restoreApp(simulateActors(machines.app).machine, { input }, shape, Date.now());
  app?.stop();
  return app;
};

afterEach(() => sessionStorage.clear());

/** Charts whose pages are read again from their address, or whose content is stored apart. */
const notStored = ['catalogue', 'ticket', 'receipt', 'share', 'shared-ticket'];

describe('a stored snapshot', () => {
  it.each(Object.keys(setups))('at %s is restored as it is, and discarded with any field missing or wrong', (state) => {
    const envelope: unknown = JSON.parse(storedAt(state));
    expect(restore(envelope)).not.toBeNull();
    const snapshot = isJson(envelope) ? envelope.snapshot : null;
    expect(v.parse(SnapshotSchema, snapshot), 'nothing is lost').toEqual(snapshot);
    const accepted: string[] = [];
    for (const context of contextsIn(snapshot)) {
      const fields = Object.keys(at(snapshot, context) ?? {});
      expect(fields.length).toBeGreaterThan(0);
      for (const field of fields)
        for (const put of [undefined, [0]])
          if (v.safeParse(SnapshotSchema, edited(snapshot, [...context, field], put)).success)
            accepted.push(`${[...context, field].join('.')} = ${JSON.stringify(put)}`);
    }
    expect(accepted).toEqual([]);
  });

  it('keeps everything of the event that a dialog sends', () => {
    const envelope: unknown = JSON.parse(storedAt('signage'));
    const okAction = { to: 'toast', event: { type: 'toast.show', toast: { text: 'Done' } } };
    const [title, text, okButton] = [{ text: 'A' }, { text: 'B' }, { textKey: 'common_ok', values: { code: 'c' } }];
    const queue = [{ number: 301, title, text, okButton, okAction, onClose: okAction }];
    const path = ['snapshot', 'children', 'dialog', 'snapshot', 'context', 'queue'];
    const { snapshot } = v.parse(v.object({ snapshot: SnapshotSchema }), edited(envelope, path, queue));
    expect(at(snapshot, path.slice(1))).toEqual(queue);
  });

  it('covers the contexts of all charts that are stored', () => {
    const seen = new Set(
      Object.keys(setups).flatMap((state) => {
        const { snapshot }: { snapshot?: unknown } = JSON.parse(storedAt(state));
        return contextsIn(snapshot).map((path) => path.at(-3) ?? 'app');
      }),
    );
    const names = [...seen].map((id) => (id === 'changedate' ? 'change-date' : id)).sort();
    expect(names).toEqual(
      Object.keys(machines)
        .filter((id) => !notStored.includes(id))
        .sort(),
    );
  });

  it.each<[string, string, string[], unknown]>([
    ['the place of the mail', 'purchase.sign-in.editing', ['children', 'purchase', 'snapshot', 'context', 'sentTo'], 7],
    [
      'the values of a toast',
      'signage',
      ['children', 'toast', 'snapshot', 'context', 'shown'],
      { textKey: 'a', values: 'x' },
    ],
    [
      'the order of a payment',
      'purchase.payment.choosing',
      ['children', 'purchase', 'snapshot', 'children', 'payment', 'snapshot', 'context', 'order'],
      null,
    ],
    [
      'a ticket without a quantity',
      'send.choosing',
      ['children', 'send', 'snapshot', 'context', 'ticket', 'quantity'],
      'x',
    ],
    ['the way of a transfer', 'send.checking', ['children', 'send', 'snapshot', 'context', 'transfer', 'way'], 'post'],
    ['no method on the last page', 'purchase.confirm', ['children', 'purchase', 'snapshot', 'context', 'method'], null],
    [
      'no payment on the last page',
      'purchase.confirm',
      ['children', 'purchase', 'snapshot', 'context', 'payment'],
      null,
    ],
    ['what was typed', 'reservation-inquiry', ['children', 'inquiry', 'snapshot', 'context', 'typed'], { email: 1 }],
  ])('with %s of the wrong kind starts anew', (_, state, path, put) => {
    const envelope: unknown = JSON.parse(storedAt(state));
    expect(restore(edited(envelope, ['snapshot', ...path], put))).toBeNull();
  });
});
