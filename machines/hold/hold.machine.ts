import { assign, enqueueActions, setup, stopChild } from 'xstate';
import { endAttempt, startAttempt } from '#machines/shared/attempt.ts';
import { failureIn, isOrderOver, isUnknown } from '#machines/shared/errors.ts';
import { outputOf } from '#machines/shared/params.ts';
import { enqueueFailureDialog, enqueueToast, enqueueWithdrawal } from '#machines/shared/report-failure.ts';
import type { Tag } from '#machines/shared/screens.ts';
import { wait } from '#machines/shared/wait.ts';
import { extendHold, lookAtOrder } from './hold.actors.ts';
import {
  applyExtension,
  applyFailure,
  applyLook,
  closureOf,
  hasTime,
  retakeEvery,
  warn,
  warnBefore,
} from './hold.logic.ts';
import type { Extended, HoldContext, HoldEvent, HoldInput, HoldOutput } from './hold.types.ts';

/** Holds seats while the purchase goes on (docs/charts.md#hold-in-the-client). */
export const holdMachine = setup({
  types: {} as {
    context: HoldContext;
    events: HoldEvent;
    input: HoldInput;
    output: HoldOutput;
    tags: Tag;
    children: {
      holdWarning: 'wait';
      holdDeadline: 'wait';
      holdRetry: 'wait';
      extendHold: 'extendHold';
      retakeHold: 'extendHold';
      lookAtOrder: 'lookAtOrder';
    };
  },
  actors: { wait, extendHold, lookAtOrder },
  guards: {
    hasEnded: ({ context }) => context.ended,
    canExtend: ({ context }) => context.extensionsLeft > 0,
    wasWarned: ({ context }) => context.warned,
    /** The deadline passed while the device was asleep. */
    isOverslept: (_: unknown, lateBy: number) => lateBy >= warnBefore,
    /** The order is paid, being paid, or cancelled in another tab: there is no hold left. */
    isClosed: (_: unknown, found: Extended) => closureOf(found) !== null,
    hasTime: (_: unknown, found: Extended) => hasTime(found),
    isOrderOver,
    isUnknown,
  },
  actions: {
    startExtending: assign(({ context }) => ({ attempt: startAttempt(context.attempt, { request: 'more time' }) })),
    startRetaking: assign(({ context }) => ({ attempt: startAttempt(context.attempt, { request: 'again' }) })),
    endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
    assignDeadline: assign((_, extended: Extended) => applyExtension(extended)),
    look: enqueueActions(({ context, enqueue }) => {
      enqueue.stopChild('lookAtOrder');
      enqueue.spawnChild('lookAtOrder', { id: 'lookAtOrder', input: { token: context.token } });
    }),
    assignLook: assign(({ context }, found: Extended) => applyLook(context, found)),
    /** Also ends a look that may have read the order before more time was given. */
    endLook: stopChild('lookAtOrder'),
    assignClosed: assign((_, found: Extended) => ({ failure: closureOf(found) })),
    assignFailure: assign(({ event }) => applyFailure(failureIn(event))),
    warn: enqueueActions(warn),
    withdrawWarning: enqueueActions(enqueueWithdrawal('hold')),
    showHeldAgainToast: enqueueActions(enqueueToast({ textKey: 'hold_taken_again' })),
    reportFailure: enqueueActions(({ system, enqueue, event }) => {
      enqueue.assign(applyFailure(failureIn(event)));
      enqueueFailureDialog({ system, enqueue, event });
    }),
  },
}).createMachine({
  id: 'hold',
  description: 'Seats are kept for a while; the visitor can have more time.',
  context: ({ input }) => ({
    token: input.token,
    expiresAt: input.expiresAt,
    extensionsLeft: input.extensionsLeft,
    lastAdmission: input.lastAdmission,
    ended: input.ended,
    attempt: null,
    warned: false,
    failure: null,
  }),
  on: {
    'page.returned': { actions: 'look' },
    'xstate.done.actor.lookAtOrder': [
      {
        guard: { type: 'isClosed', params: outputOf },
        target: '.lost',
        actions: { type: 'assignClosed', params: outputOf },
      },
      { actions: 'endLook' },
    ],
    'xstate.error.actor.lookAtOrder': [
      { guard: 'isOrderOver', target: '.lost', actions: 'assignFailure' },
      { actions: 'endLook' },
    ],
  },
  initial: 'entering',
  states: {
    entering: {
      tags: ['pending'],
      description: 'Seats whose time was over are asked for again at once.',
      always: [{ guard: 'hasEnded', target: 'retaking' }, { target: 'counting' }],
    },
    counting: {
      tags: ['settled'],
      description: 'Time runs; the visitor is warned two minutes before the end.',
      invoke: {
        id: 'holdWarning',
        src: 'wait',
        input: ({ context }) => ({ until: context.expiresAt - warnBefore }),
        onDone: [
          { guard: { type: 'isOverslept', params: outputOf }, target: 'retaking' },
          { target: 'warned', actions: 'warn' },
        ],
      },
      on: {
        'hold.extend': { guard: 'canExtend', target: 'extending' },
        'xstate.done.actor.lookAtOrder': {
          guard: { type: 'hasTime', params: outputOf },
          target: 'counting',
          reenter: true,
          actions: [{ type: 'assignLook', params: outputOf }, 'endLook'],
        },
      },
    },
    warned: {
      tags: ['settled'],
      description: 'The end is near and the visitor knows.',
      exit: 'withdrawWarning',
      invoke: {
        id: 'holdDeadline',
        src: 'wait',
        input: ({ context }) => ({ until: context.expiresAt }),
        onDone: 'retaking',
      },
      on: {
        'hold.extend': { guard: 'canExtend', target: 'extending' },
        'xstate.done.actor.lookAtOrder': {
          guard: { type: 'hasTime', params: outputOf },
          target: 'counting',
          actions: [{ type: 'assignLook', params: outputOf }, 'endLook'],
        },
      },
    },
    extending: {
      tags: ['pending'],
      description: 'More time is asked for.',
      entry: 'startExtending',
      exit: ['endAttempt', 'endLook'],
      invoke: {
        id: 'extendHold',
        src: 'extendHold',
        input: ({ context }) => ({ token: context.token, key: context.attempt?.key ?? '' }),
        onDone: { target: 'counting', actions: { type: 'assignDeadline', params: outputOf } },
        onError: [
          { guard: 'isOrderOver', target: 'lost', actions: 'assignFailure' },
          { guard: 'wasWarned', target: 'warned', actions: 'reportFailure' },
          { target: 'counting', actions: 'reportFailure' },
        ],
      },
    },
    retaking: {
      tags: ['pending'],
      description: 'The time is over; the same seats are asked for again.',
      entry: 'startRetaking',
      exit: ['endAttempt', 'endLook'],
      invoke: {
        id: 'retakeHold',
        src: 'extendHold',
        input: ({ context }) => ({ token: context.token, key: context.attempt?.key ?? '' }),
        onDone: { target: 'counting', actions: [{ type: 'assignDeadline', params: outputOf }, 'showHeldAgainToast'] },
        onError: [
          { guard: 'isUnknown', target: 'adrift' },
          { target: 'lost', actions: 'assignFailure' },
        ],
      },
    },
    adrift: {
      tags: ['settled'],
      description: 'The line is down; the seats are asked for again soon.',
      invoke: { id: 'holdRetry', src: 'wait', input: { for: retakeEvery }, onDone: 'retaking' },
      on: {
        'hold.extend': 'retaking',
        'xstate.done.actor.lookAtOrder': {
          guard: { type: 'hasTime', params: outputOf },
          target: 'counting',
          actions: [{ type: 'assignLook', params: outputOf }, 'endLook'],
        },
      },
    },
    lost: {
      type: 'final',
      description: 'The seats are gone.',
    },
  },
  output: ({ context: { failure } }) => ({
    failure:
      failure?.code === 'order_closed' || failure?.code === 'session_timeout'
        ? failure
        : { code: 'session_timeout', unknown: false },
  }),
});
