import type { ActorRefFrom } from 'xstate';
import type { changeDateMachine } from '#machines/change-date/change-date.machine.ts';

/** The running change of date. */
export type Change = ActorRefFrom<typeof changeDateMachine>;
