import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { orderMachine } from '#machines/order/order.machine.ts';
import type { Found, Placed, ResumeInput, SearchInput } from '#machines/order/order.types.ts';
import { order } from '#test/paths/answers.ts';
import { purchaseMachine } from './purchase.machine.ts';
import type { CancelInput } from './purchase.types.ts';

const site = { code: 'borderless', mailConfirm: false, onlyMail: false } as const;

const open = (read: Partial<typeof order> = {}) => {
  const search = fromPromise<Found, SearchInput>(async () => ({ days: [], slots: null }));
  const readOrder = fromPromise<Placed, ResumeInput>(async () => ({ token: 't', order: { ...order, ...read }, at: 0 }));
  const machine = purchaseMachine.provide({
    actors: { order: orderMachine.provide({ actors: { search } }), readOrder },
  });
  return createActor(machine, { input: { site, lang: 'ja' } }).start();
};
const product = { uuid: 'p-1', sale_type: 'time', min_quantity: 1, max_quantity: 10 } as const;

describe('a purchase', () => {
  it('keeps the choice when the order page is requested while it is open', () => {
    const purchase = open();
    const chosen = purchase.getSnapshot().children.order;
    chosen?.send({ type: 'product.choose', product, month: '2026-12-01' });
    chosen?.send({ type: 'option.set', line: { id: 'adult', name: 'Adult', price: 2000, count: 2 } });
    purchase.send({ type: 'page.requested', screen: 'order', params: {}, query: {} });
    expect(purchase.getSnapshot().children.order?.getSnapshot().context.choice.lines).toHaveLength(1);
    purchase.stop();
  });

  it('reports the refund of a late payment and starts again', async () => {
    const purchase = open({ status: 'refunded' });
    purchase.send({ type: 'page.requested', screen: 'mail-confirm', params: {}, query: { token: 'mail-1' } });
    const ended = await waitFor(purchase, (snapshot) => snapshot.matches('order'), { timeout: 2000 });
    expect(ended.context).toMatchObject({ token: null, failure: { code: 'payment_refunded' } });
    purchase.stop();
  });

  it('ignores page requests while the order is being cancelled', () => {
    const never = fromPromise<void, CancelInput>(() => new Promise(() => undefined));
    const machine = purchaseMachine.provide({ actors: { cancelOrder: never } });
    const persisted = createActor(machine, { input: { site, lang: 'ja' } })
      .start()
      .getPersistedSnapshot();
    const context = 'context' in persisted && typeof persisted.context === 'object' ? persisted.context : {};
    const snapshot = { ...persisted, value: 'confirm', context: { ...context, token: 't', order }, children: {} };
    const purchase = createActor(machine, { input: { site, lang: 'ja' }, snapshot }).start();
    purchase.send({ type: 'order.cancel' });
    purchase.send({ type: 'page.requested', screen: 'sign-in', params: {}, query: {} });
    expect(purchase.getSnapshot().value).toBe('cancelling');
    purchase.stop();
  });
});
