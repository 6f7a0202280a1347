import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { appMachine } from './app/app.machine.ts';
import type { purchaseMachine } from './purchase/purchase.machine.ts';

/** The running charts, as screens and mirrors get them. */

export type App = ActorRefFrom<typeof appMachine>;
export type Purchase = ActorRefFrom<typeof purchaseMachine>;

/** The children by id; most do not always run. */
export type AppChildren = SnapshotFrom<typeof appMachine>['children'];
export type PurchaseChildren = SnapshotFrom<typeof purchaseMachine>['children'];

export type AppChild<Id extends keyof AppChildren> = NonNullable<AppChildren[Id]>;
export type PurchaseChild<Id extends keyof PurchaseChildren> = NonNullable<PurchaseChildren[Id]>;
