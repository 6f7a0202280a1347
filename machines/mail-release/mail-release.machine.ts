import { assign, setup } from 'xstate';
import { endAttempt, startAttempt } from '#machines/shared/attempt.ts';
import { failureIn, isUnknownLink } from '#machines/shared/errors.ts';
import { outputOf } from '#machines/shared/params.ts';
import { readMagazine, resumeMagazine, stopMagazine } from './mail-release.actors.ts';
import type { Magazine, MailReleaseTypes } from './mail-release.types.ts';

/**
 * Unsubscribes from the newsletter by the link of a mail (docs/product.md#screen-mail-release). Opening the link changes nothing,
 * because mail scanners open links; only the button unsubscribes.
 */
export const mailReleaseMachine = setup({
  types: {} as MailReleaseTypes,
  actors: { readMagazine, stopMagazine, resumeMagazine },
  guards: {
    isUnknownLink,
    isStopped: ({ context }) => context.magazine?.is_active === false,
  },
  actions: {
    assignMagazine: assign((_, magazine: Magazine) => ({ magazine, failure: null })),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    startAttempt: assign(({ context }, content: object) => ({ attempt: startAttempt(context.attempt, content) })),
    endAttempt: assign(({ context, event }) => ({ attempt: endAttempt(context.attempt, event) })),
    clearMagazine: assign({ magazine: null }),
  },
}).createMachine({
  id: 'mail-release',
  description: 'The visitor unsubscribes from the mail magazine.',
  context: ({ input }) => ({ ...input, magazine: null, attempt: null, failure: null }),
  initial: 'mail-release',
  on: { 'page.restored': {} },
  states: {
    'mail-release': {
      description: 'The page names what will stop, and a button stops it.',
      meta: { screen: 'mail-release' },
      initial: 'reading',
      states: {
        reading: {
          tags: ['pending'],
          description: 'The subscription behind the link is read.',
          invoke: {
            id: 'readMagazine',
            src: 'readMagazine',
            input: ({ context }) => ({ token: context.token }),
            onDone: { target: 'offering', actions: { type: 'assignMagazine', params: outputOf } },
            onError: [{ guard: 'isUnknownLink', target: 'missing' }, { target: 'unreachable' }],
          },
        },
        offering: {
          description: 'The visitor decides.',
          always: { guard: 'isStopped', target: '#mail-release.mail-release-completion' },
          on: { 'magazine.stop': 'stopping' },
        },
        stopping: {
          tags: ['pending'],
          description: 'The mail magazine is stopped.',
          entry: { type: 'startAttempt', params: { stop: true } },
          exit: 'endAttempt',
          invoke: {
            id: 'stopMagazine',
            src: 'stopMagazine',
            input: ({ context }) => ({ token: context.token, key: context.attempt?.key ?? '' }),
            onDone: {
              target: '#mail-release.mail-release-completion',
              actions: { type: 'assignMagazine', params: outputOf },
            },
            onError: [
              { guard: 'isUnknownLink', target: 'missing', actions: 'clearMagazine' },
              { target: 'offering', actions: 'assignFailure' },
            ],
          },
        },
        resuming: {
          tags: ['pending'],
          description:
            'The mail magazine goes on: a mail program may have stopped it by one click, without asking its reader.',
          entry: { type: 'startAttempt', params: { resume: true } },
          exit: 'endAttempt',
          invoke: {
            id: 'resumeMagazine',
            src: 'resumeMagazine',
            input: ({ context }) => ({ token: context.token, key: context.attempt?.key ?? '' }),
            onDone: { target: 'offering', actions: { type: 'assignMagazine', params: outputOf } },
            onError: [
              { guard: 'isUnknownLink', target: 'missing', actions: 'clearMagazine' },
              { target: '#mail-release.mail-release-completion', actions: 'assignFailure' },
            ],
          },
        },
        missing: {
          description: 'The link is no longer valid. A reload reads it again.',
          on: { 'page.restored': 'reading' },
        },
        unreachable: {
          description: 'The subscription could not be read; the visitor may try again, also by a reload.',
          on: { 'magazine.again': 'reading', 'page.restored': 'reading' },
        },
      },
    },
    'mail-release-completion': {
      description: 'No mail magazine is sent any more; it can begin again.',
      on: { 'magazine.resume': 'mail-release.resuming' },
      meta: { screen: 'mail-release-completion' },
    },
  },
});
