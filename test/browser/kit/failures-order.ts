import { documentOf, Problem } from '#server/shared/problem.ts';
import type { FailureCode } from '#src/domain/failures.ts';
import { dated, timed, tomorrow } from '#test/api/kit/buyer.ts';
import { openRoom } from '#test/api/kit/queue.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { newSlot } from '#test/api/kit/slot.ts';
import { leaveSeats } from '#test/api/kit/time.ts';
import { twinSite } from '#test/api/kit/twin-site.ts';
import { closeDialog, type FailureContext, type Reach, submitOrder } from './failure.ts';
import { fulfillCall, rejectCall } from './hold.ts';
import type { Visitor } from './visitor.ts';
import * as walk from './walk.ts';

/** Failures while choosing tickets and entering the customer. */

/** Chooses a slot made for this test and returns its id. */
const chooseOwn = async ({ at, click }: Visitor, shop: Shop): Promise<string> => {
  const slot = await newSlot(shop);
  await click('day.choose', tomorrow);
  await at('purchase.order.choosing');
  await click('timespan.choose', slot);
  await at('purchase.order.choosing');
  return slot;
};

/** Ends the queue that the last failure opened. */
let closeRoom = async (): Promise<void> => undefined;

/** Changes the chosen slot, then submits the choice. */
const whenTime =
  (happens: (shop: Shop, slot: string) => Promise<unknown>) =>
  async ({ visitor, shop }: FailureContext): Promise<void> => {
    await happens(shop, await chooseOwn(visitor, shop));
    await visitor.click('order.submit');
  };

const takeOffered = async ({ visitor }: FailureContext): Promise<void> => {
  await visitor.page.getByRole('alert').locator('[data-event="timespan.choose"]').first().click();
  await visitor.at('purchase.order.choosing');
  await submitOrder(visitor);
};

const again = async ({ visitor }: FailureContext): Promise<void> => {
  await closeDialog(visitor);
  await submitOrder(visitor);
};

const onOrder = { from: 'order', leadsTo: 'purchase.sign-in.editing' } as const;

/** Rejected once on the network; the next click succeeds. */
const refusedOnce = (why: string, problem: Problem): Reach => ({
  ...onOrder,
  by: { instead: why },
  reach: async ({ visitor }) => {
    await rejectCall(visitor, 'createOrder', problem);
    await visitor.click('order.submit');
  },
  goOn: again,
});

const fulfilledOnce = (why: string, response: Parameters<typeof fulfillCall>[2]): Reach => ({
  ...onOrder,
  by: { instead: why },
  reach: async ({ visitor }) => {
    await fulfillCall(visitor, 'createOrder', response);
    await visitor.click('order.submit');
  },
  goOn: again,
});

const mostTickets = (shop: Shop, most: number) =>
  shop.db
    .updateTable('products')
    .where('products.site', '!=', twinSite)
    .set({ max_quantity: most })
    .where('uuid', '=', timed)
    .execute();

const needGender = (shop: Shop, is_require: boolean) =>
  shop.db
    .updateTable('field_templates')
    .set({ is_require })
    .where('site', '=', 'borderless')
    .where('field_name', '=', 'gender')
    .execute();

export const orderFailures = {
  seat_reserve_error: {
    ...onOrder,
    by: 'server',
    reach: whenTime((shop, slot) => leaveSeats(shop, slot, 0)),
    textId: 'order_slot_gone',
    goOn: takeOffered,
  },
  ticket_not_on_sale: {
    ...onOrder,
    by: 'server',
    reach: whenTime((shop, slot) =>
      shop.db
        .updateTable('time_spans')
        .where('time_spans.site', '!=', twinSite)
        .set({ sale_to: new Date(1) })
        .where('id', '=', slot)
        .execute(),
    ),
    textId: 'order_slot_closed',
    goOn: takeOffered,
  },
  product_change_date_error: {
    ...onOrder,
    by: 'server',
    // The operator assigned the slot to another product.
    reach: whenTime((shop, slot) =>
      shop.db
        .updateTable('time_spans')
        .where('time_spans.site', '!=', twinSite)
        .set({ product_uuid: dated })
        .where('id', '=', slot)
        .execute(),
    ),
    goOn: async ({ visitor }) => {
      await walk.chooseTime(visitor);
      await submitOrder(visitor);
    },
  },
  invalid_quantity: {
    ...onOrder,
    by: 'server',
    // The operator allows fewer tickets per order than the page knows.
    reach: async ({ visitor, shop }) => {
      await mostTickets(shop, 1);
      await visitor.click('order.submit');
    },
    goOn: async ({ visitor, shop }) => {
      await visitor.fill('admission-child', '0');
      await submitOrder(visitor);
      await mostTickets(shop, 10);
    },
  },
  invalid_input: {
    from: 'sign-in',
    by: 'server',
    // The operator requires more fields than the page knows.
    reach: async ({ visitor, shop }) => {
      await needGender(shop, true);
      await walk.fillCustomer(visitor);
      await visitor.click('customer.submit');
    },
    textId: 'form_error_heading',
    goOn: async ({ visitor, shop }) => {
      await visitor.page.locator('[name="gender"]').nth(1).check();
      await visitor.click('customer.submit');
      await visitor.at('purchase.payment.choosing');
      await needGender(shop, false);
    },
    leadsTo: 'purchase.payment.choosing',
  },
  queue_required: {
    ...onOrder,
    from: 'sign-in',
    by: 'server',
    // An order that replaces another does not wait.
    reach: async ({ visitor, shop }) => {
      await visitor.click('order.cancel');
      await visitor.click('dialog.ok');
      await visitor.at('purchase.order.choosing');
      await walk.chooseTickets(visitor);
      closeRoom = await openRoom(shop);
      await visitor.click('order.submit');
      await visitor.at('purchase.order.queueing.waiting');
    },
    where: (visitor) => visitor.page.getByRole('heading', { level: 1 }),
    textId: 'queue_title',
    goOn: async ({ visitor }) => {
      await closeRoom();
      await visitor.click('queue.leave');
      await visitor.at('purchase.order.choosing');
      await submitOrder(visitor);
    },
  },
  in_flight: {
    ...refusedOnce(
      'the server is too fast to receive a second request meanwhile',
      new Problem('in_flight', { retryAfter: 1 }),
    ),
    quotes: 'in_flight',
  },
  idempotency_key_reused: {
    ...refusedOnce('keys of the page never repeat', new Problem('idempotency_key_reused')),
    quotes: 'idempotency_key_reused',
  },
  bad_request: {
    ...fulfilledOnce('the server has no code that the page does not know', {
      status: 400,
      contentType: 'application/problem+json',
      body: JSON.stringify({ ...documentOf(new Problem('bad_request')), code: 'E1047' }),
    }),
    quotes: 'E1047',
  },
  request_error: fulfilledOnce('the server always returns a code, a gateway in front of it does not', {
    status: 502,
    contentType: 'text/html',
    body: '<h1>Bad Gateway</h1>',
  }),
  connection_error: {
    ...onOrder,
    by: 'page',
    reach: async ({ visitor }) => {
      await visitor.page.context().setOffline(true);
      await visitor.click('order.submit');
    },
    goOn: async (context) => {
      await context.visitor.page.context().setOffline(false);
      await again(context);
    },
  },
} as const satisfies Partial<Record<FailureCode, Reach>>;
