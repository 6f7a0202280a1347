import { assign, enqueueActions, sendParent, setup, stopChild } from 'xstate';
import { endAttempt, startAttempt } from '#machines/shared/attempt.ts';
import { failureIn, isOrderOver, isUnknown } from '#machines/shared/errors.ts';
import { outputOf } from '#machines/shared/params.ts';
import { enqueueFailureDialog, enqueueToast, enqueueWithdrawal } from '#machines/shared/report-failure.ts';
import { wait } from '#machines/shared/wait.ts';
import { extendHold, lookAtOrder } from './hold.actors.ts';
import * as logic from './hold.logic.ts';
import type { Extended, HoldTypes, Seats } from './hold.types.ts';

/** Holds seats while the purchase goes on (docs/charts.md#hold-in-the-client). */
export const holdMachine = setup({
  types: {} as HoldTypes,
  actors: { wait, extendHold, lookAtOrder },
  guards: {
    hasEnded: (_: unknown, { ended }: Seats) => ended,
    canExtend: ({ context }) => context.extensionsLeft > 0,
    wasWarned: ({ context }) => context.warned,
    /** The deadline passed while the device was asleep. */
    isOverslept: (_: unknown, lateBy: number) => lateBy >= logic.warnBefore,
    isClosed: (_: unknown, found: Extended) => logic.isClosed(found),
    hasTime: (_: unknown, found: Extended) => logic.hasTime(found),
    isOrderOver,
    isUnknown,
  },
  actions: {
    begin: assign((_, { ended: _ended, ...seats }: Seats) => seats),
    clear: assign(logic.nothingHeld),
    /** The purchase handles the loss at its top. */
    reportLoss: sendParent(({ event }) => logic.lossIn(event)),
    startAttempt: assign(({ context }, content: object) => ({ attempt: startAttempt(context.attempt, content) })),
    endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
    assignDeadline: assign((_, extended: Extended) => logic.applyExtension(extended)),
    look: enqueueActions(({ context, enqueue }) => {
      enqueue.stopChild('lookAtOrder');
      enqueue.spawnChild('lookAtOrder', { id: 'lookAtOrder', input: { token: context.token } });
    }),
    assignLook: assign(({ context }, found: Extended) => logic.applyLook(context, found)),
    /** Also before more time is asked for: that reply is newer, and says as well that the order is over. */
    endLook: stopChild('lookAtOrder'),
    warn: enqueueActions(logic.warn),
    withdrawWarning: enqueueActions(enqueueWithdrawal('hold')),
    showHeldAgainToast: enqueueActions(enqueueToast({ textKey: 'hold_taken_again' })),
    reportFailure: enqueueActions(({ system, enqueue, event }) => {
      enqueue.assign(logic.applyFailure(failureIn(event)));
      enqueueFailureDialog({ system, enqueue }, failureIn(event));
    }),
  },
}).createMachine({
  id: 'hold',
  description: 'Seats are kept for a while; the visitor can have more time.',
  context: logic.nothingHeld,
  on: {
    'hold.begin': {},
    'hold.end': '.none',
    'page.returned': { actions: 'look' },
    'xstate.done.actor.lookAtOrder': [
      { guard: { type: 'isClosed', params: outputOf }, target: '.none', actions: 'reportLoss' },
      {
        guard: { type: 'hasTime', params: outputOf },
        target: '.counting',
        actions: [{ type: 'assignLook', params: outputOf }, 'endLook'],
      },
      { actions: 'endLook' },
    ],
    'xstate.error.actor.lookAtOrder': [
      { guard: 'isOrderOver', target: '.none', actions: 'reportLoss' },
      { actions: 'endLook' },
    ],
  },
  initial: 'none',
  states: {
    none: {
      description: 'Nothing is held. Seats whose time was over are asked for again at once.',
      entry: ['endLook', 'clear'],
      on: {
        'hold.begin': [
          {
            guard: { type: 'hasEnded', params: logic.seatsIn },
            target: 'retaking',
            actions: { type: 'begin', params: logic.seatsIn },
          },
          { target: 'counting', actions: { type: 'begin', params: logic.seatsIn } },
        ],
        'hold.end': {},
        'page.returned': {},
      },
    },
    counting: {
      description: 'Time runs; the visitor is warned two minutes before the end.',
      invoke: {
        id: 'holdWarning',
        src: 'wait',
        input: ({ context }) => ({ until: context.expiresAt - logic.warnBefore }),
        onDone: [
          { guard: { type: 'isOverslept', params: outputOf }, target: 'retaking' },
          { target: 'warned', actions: 'warn' },
        ],
      },
      on: {
        'hold.extend': { guard: 'canExtend', target: 'extending' },
      },
    },
    warned: {
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
      },
    },
    extending: {
      tags: ['pending'],
      description: 'More time is asked for.',
      entry: ['endLook', { type: 'startAttempt', params: { request: 'more time' } }],
      exit: 'endAttempt',
      on: { 'page.returned': {} },
      invoke: {
        id: 'extendHold',
        src: 'extendHold',
        input: ({ context }) => ({ token: context.token, key: context.attempt?.key ?? '' }),
        onDone: { target: 'counting', actions: { type: 'assignDeadline', params: outputOf } },
        onError: [
          { guard: 'isOrderOver', target: 'none', actions: 'reportLoss' },
          { guard: 'wasWarned', target: 'warned', actions: 'reportFailure' },
          { target: 'counting', actions: 'reportFailure' },
        ],
      },
    },
    retaking: {
      tags: ['pending'],
      description: 'The time is over; the same seats are asked for again.',
      entry: ['endLook', { type: 'startAttempt', params: { request: 'again' } }],
      exit: 'endAttempt',
      on: { 'page.returned': {} },
      invoke: {
        id: 'retakeHold',
        src: 'extendHold',
        input: ({ context }) => ({ token: context.token, key: context.attempt?.key ?? '' }),
        onDone: { target: 'counting', actions: [{ type: 'assignDeadline', params: outputOf }, 'showHeldAgainToast'] },
        onError: [
          { guard: 'isUnknown', target: 'adrift' },
          { target: 'none', actions: 'reportLoss' },
        ],
      },
    },
    adrift: {
      description: 'The connection is lost; the seats are asked for again soon.',
      invoke: { id: 'holdRetry', src: 'wait', input: { for: logic.retakeEvery }, onDone: 'retaking' },
      on: {
        'hold.extend': 'retaking',
      },
    },
  },
});
