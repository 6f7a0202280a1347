import type { pages } from '#machines/pages.ts';
import type * as loaded from '#machines/paying.ts';
import { within } from '#src/domain/within.ts';

/**
 * The one place where machines are loaded after the first screen (docs/charts.md#loading). Their parents use these objects as
 * their actors, and loading completes them. Load before the event that starts one of the machines, and before a snapshot is
 * restored: XState drops a child whose logic is missing without an error.
 */
export const payingActors: typeof loaded.payingActors = Object.create(null);
export const orderActors: typeof loaded.orderActors = Object.create(null);
export const orderCalls: typeof loaded.orderCalls = Object.create(null);
/** What the purchase needs from its first order on; a missing action would be skipped without an error, a missing guard throws. */
export const purchaseActions: typeof loaded.purchaseActions = Object.create(null);
export const purchaseGuards: typeof loaded.purchaseGuards = Object.create(null);
/** `changedate` is the name in stored snapshots. */
export const pageActors: typeof pages & { changedate: (typeof pages)['change-date'] } = Object.create(null);

export const addPaying = (machines: Omit<typeof loaded, 'paying'>): void => {
  Object.assign(payingActors, machines.payingActors);
  Object.assign(orderActors, machines.orderActors);
  Object.assign(orderCalls, machines.orderCalls);
  Object.assign(purchaseActions, machines.purchaseActions);
  Object.assign(purchaseGuards, machines.purchaseGuards);
};
export const addPages = (machines: typeof pages): void => {
  Object.assign(pageActors, machines, { changedate: machines['change-date'] });
};

export const isPayingLoaded = (): boolean => 'checkout' in payingActors;

/** Loads what a purchase needs from its first hold on. Throws Failure connection_error. */
export const loadPaying = async (): Promise<void> => {
  addPaying(await within(import('#machines/paying.ts')));
};

/** Loads the machines of the secondary pages. Throws Failure connection_error. */
export const loadPages = async (): Promise<void> => {
  addPages((await within(import('#machines/pages.ts'))).pages);
};
