import { describe, expect, it } from 'vitest';
import { fromPromise, setup } from 'xstate';
import { machines } from '#machines/index.ts';
import { screens } from '#machines/shared/screens.ts';
import { type Chart, type ChartTransition, chartOf, jsonOf } from '../exports/json.ts';
import { compose } from './graph.ts';
import { deadEnds, isWithin, reached, strays, unheard, unseen } from './proofs.ts';

const goals = ['complete', 'order', 'error'];
const below = (names: Iterable<string>, under: string) =>
  [...names].filter((name) => isWithin(name.split(':')[0] ?? '', under));

describe('of the exported charts, composed, it is proved', () => {
  const charts: readonly Chart[] = Object.values(machines).map((machine) => JSON.parse(jsonOf(machine)));
  const composition = compose(charts, 'app');
  /** Without typed addresses and followed links: only controls, responses and time. */
  const unaided = compose(
    charts,
    'app',
    ['*', ...screens].map((page) => `page.requested.${page}`),
  );

  it('that every state of every chart and every screen is reached from the start', () => {
    const seen = reached(composition);
    expect([...composition.spots.keys()].filter((name) => !seen.has(name))).toEqual([]);
    expect(unseen(composition, screens)).toEqual([]);
    const edges = composition.graph.edgeCount();
    console.log(
      `proofs: ${charts.length} charts, ${composition.spots.size} states, ${edges} ways, ${composition.failed.size} after a failure`,
    );
  });

  it('that no state is a dead end, in the purchase even without typed addresses and links', () => {
    expect(deadEnds(composition, 'app')).toEqual([]);
    expect(deadEnds(unaided, 'app/purchase')).toEqual([]);
  });

  it('that every state after a failure reaches complete, order or the error page, in the purchase without address and links', () => {
    expect(strays(composition, goals, composition.failed)).toEqual([]);
    const failed = below(unaided.failed, 'app/purchase');
    expect(failed.length).toBeGreaterThan(20);
    expect(strays(unaided, goals, failed)).toEqual([]);
  });

  it('that the purchase can be completed, and begun anew, from each of its states without address and links', () => {
    const own = below(unaided.spots.keys(), 'app/purchase');
    expect(strays(unaided, ['complete'], own)).toEqual([]);
    expect(strays(unaided, ['order'], own)).toEqual([]);
  });

  it('that a pending state handles every result that it awaits', () => {
    expect(charts.flatMap(unheard)).toEqual([]);
  });
});

describe('in a made-up shop', () => {
  const take = fromPromise<void>(() => Promise.resolve());
  const pay = setup({ actors: { take } }).createMachine({
    id: 'pay',
    initial: 'taking',
    states: {
      taking: { tags: 'pending', invoke: { id: 'take', src: 'take', onDone: 'paid', onError: 'refused' } },
      paid: { type: 'final' },
      refused: { type: 'final' },
    },
  });
  const shop = setup({ actors: { pay }, guards: { isPaid: () => true } }).createMachine({
    id: 'shop',
    initial: 'order',
    states: {
      order: { meta: { screen: 'order' }, on: { 'order.submit': 'payment' } },
      payment: {
        meta: { child: 'pay' },
        invoke: { id: 'pay', src: 'pay', onDone: [{ guard: 'isPaid', target: 'complete' }, { target: 'sorry' }] },
      },
      complete: { meta: { screen: 'complete' }, on: { 'order.again': 'order' } },
      sorry: { meta: { screen: 'sorry' }, on: { 'order.again': 'order', 'help.ask': 'help' } },
      help: { meta: { screen: 'help' }, on: { 'step.back': 'sorry' } },
    },
  });
  const sound = [shop, pay].map(chartOf);
  const judge = (charts: readonly Chart[]) => {
    const composition = compose(charts, 'shop');
    return [
      ...unseen(composition, ['order', 'complete', 'sorry', 'help']),
      ...deadEnds(composition, 'shop'),
      ...strays(composition, goals, composition.failed),
      ...charts.flatMap(unheard),
    ];
  };
  const changed = (id: string, change: Partial<ChartTransition> | null) =>
    sound.map((chart) => ({
      ...chart,
      transitions: chart.transitions.flatMap((t) => (t.id === id ? (change === null ? [] : { ...t, ...change }) : t)),
    }));

  it('no fault is found', () => {
    expect(judge(sound)).toEqual([]);
    expect([...compose(sound, 'shop').failed]).toEqual([
      'shop/pay: pay.refused',
      'shop: shop.complete',
      'shop: shop.sorry',
    ]);
  });

  it.each([
    ['a page without a way on', 'shop.complete | order.again [0]', null, 'shop: shop.complete is a dead end'],
    [
      'two states that only lead to each other',
      'shop.sorry | order.again [0]',
      { targets: ['shop.help'] },
      'shop: shop.sorry reaches none of complete, order, error',
    ],
    ['a button that is gone', 'shop.order | order.submit [0]', null, 'complete is never shown'],
    ['an unhandled end of a child', 'shop.payment | done(pay) [1]', null, 'sorry is never shown'],
    ['an error that is not heard', 'pay.taking | error(take) [0]', null, 'pay.taking does not hear every error(take)'],
    [
      'an answer that is heard sometimes',
      'pay.taking | done(take) [0]',
      { guard: 'isPaid' },
      'pay.taking does not hear every done(take)',
    ],
    ['a branch that hides the next', 'shop.payment | done(pay) [0]', { guard: null }, 'sorry is never shown'],
  ])('%s is found', (_, id, change, message) => {
    expect(judge(changed(id, change))).toContain(message);
  });

  it('a pending state that awaits nothing is found', () => {
    const idle = sound.map((chart) => ({
      ...chart,
      states: chart.states.map((state) => (state.id === 'pay.taking' ? { ...state, invokes: [] } : state)),
    }));
    expect(judge(idle)).toContain('pay.taking is pending and awaits nothing');
  });
});
