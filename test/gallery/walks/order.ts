import { Problem } from '#server/shared/problem.ts';
import type { QueuePlace } from '#src/domain/queue.ts';
import { dated, season, timed, tomorrow } from '#test/api/kit/buyer.ts';
import { cutOff, fulfillCall, holdCall, rejectCall } from '#test/browser/kit/hold.ts';
import * as walk from '#test/browser/kit/walk.ts';
import type { Scene } from '../scenes.ts';
import { arrive, forget, type Walk } from './walk.ts';

export const orderScenes = [
  ...['order.by-season', 'order.by-day', 'order.searching', 'order.placing', 'queue.waiting', 'queue.turn'],
  ...['queue.over', 'sign-in.cancel-asked', 'order.cancelled', 'order.closed'],
] as const satisfies readonly Scene[];

const noPlace: QueuePlace = {
  state: 'waiting',
  ahead: 0,
  wait_seconds: 0,
  seconds_left: 0,
  poll_seconds: 600,
  is_behind: false,
};

/** Places in the waiting room, as the server reports them. */
const queued: readonly [(typeof orderScenes)[number], state: string, place: Partial<QueuePlace>][] = [
  ['queue.waiting', 'purchase.order.queueing.waiting', { ahead: 1_204, wait_seconds: 1_260, is_behind: true }],
  ['queue.over', 'purchase.order.queueing.over', { state: 'over' }],
  ['queue.turn', 'purchase.order.queueing.admitted', { state: 'admitted', seconds_left: 300 }],
];

/** Ways to choose, pending requests, and cancelled choices. */
export const order: Walk<(typeof orderScenes)[number]> = async function* (guide) {
  const { visitor } = guide;
  const { page, at, click, clickTo } = visitor;
  await arrive(guide, '', 'purchase.order.choosing');
  await clickTo('product.choose', 'purchase.order.choosing', season);
  yield 'order.by-season';
  await walk.reopen(visitor);
  await clickTo('product.choose', 'purchase.order.choosing', dated);
  await page.locator('[data-event="day.choose"]').first().waitFor();
  yield 'order.by-day';

  await walk.reopen(visitor);
  await clickTo('product.choose', 'purchase.order.choosing', timed);
  const searching = await holdCall(visitor, 'searchProducts');
  await click('day.choose', tomorrow);
  await searching.reached;
  await page.locator('.skeleton').first().waitFor();
  yield 'order.searching';
  searching.release();
  await at('purchase.order.choosing');

  await walk.chooseTickets(visitor);
  for (const [scene, state, place] of queued) {
    await rejectCall(visitor, 'createOrder', new Problem('queue_required', { retryAfter: 2 }));
    await fulfillCall(visitor, 'getQueuePlace', { ...noPlace, ...place });
    await clickTo('order.submit', state);
    yield scene;
    await click(place.state === 'admitted' ? 'queue.enter' : 'queue.leave');
    await at('purchase.order.choosing');
  }
  const placing = await holdCall(visitor, 'createOrder');
  await click('order.submit');
  await placing.reached;
  yield 'order.placing';
  placing.release();
  await at('purchase.sign-in.editing');

  await click('order.cancel');
  await page.getByRole('dialog').waitFor();
  yield 'sign-in.cancel-asked';
  await clickTo('dialog.ok', 'purchase.order.choosing');
  await page.locator('.toast').waitFor();
  yield 'order.cancelled';

  await forget(visitor);
  await cutOff(visitor);
  await arrive(guide);
  await page.getByRole('dialog').waitFor();
  await click('dialog.ok');
  await visitor.control('catalogue.again').waitFor();
  yield 'order.closed';
};
