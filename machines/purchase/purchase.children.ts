import { readOrder } from '#machines/order/order.actors.ts';
import { orderMachine as order } from '#machines/order/order.machine.ts';
import { payingActors } from '#machines/shared/lazy-machines.ts';

/** What a purchase runs. The same object as `payingActors`, which loading completes (docs/charts.md#loading). */
export const children = Object.assign(payingActors, { order, readOrder });
