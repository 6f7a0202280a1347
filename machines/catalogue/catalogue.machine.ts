import { assign, emit, enqueueActions, setup } from 'xstate';
import { failureIn } from '#machines/shared/errors.ts';
import { outputOf } from '#machines/shared/params.ts';
import { enqueueFailureDialog } from '#machines/shared/report-failure.ts';
import { openShop } from './catalogue.actors.ts';
import type { CatalogueContext, CatalogueTypes } from './catalogue.types.ts';

/** Loads what the shop needs before the first choice: products, languages, payment methods, texts, configuration. */
export const catalogueMachine = setup({
  types: {} as CatalogueTypes,
  actors: { openShop },
  actions: {
    assignCatalogue: assign((_, catalogue: CatalogueContext['catalogue']) => ({ catalogue })),
    emitLoaded: emit({ type: 'api-loaded' }),
    reportFailure: enqueueActions(({ event, ...args }) => enqueueFailureDialog(args, failureIn(event))),
  },
}).createMachine({
  id: 'catalogue',
  description: 'The catalogue of the site in the language of the page.',
  context: ({ input }) => ({ site: input.site, lang: input.lang, catalogue: null }),
  initial: 'fetching',
  states: {
    fetching: {
      tags: ['pending'],
      description: 'What is missing is fetched in parallel.',
      invoke: {
        id: 'openShop',
        src: 'openShop',
        input: ({ context }) => ({ site: context.site, lang: context.lang }),
        onDone: { target: 'ready', actions: { type: 'assignCatalogue', params: outputOf } },
        onError: { target: 'failed', actions: 'reportFailure' },
      },
    },
    ready: {
      description: 'The shop can be shown.',
      entry: 'emitLoaded',
    },
    failed: {
      description: 'The catalogue could not be read; the page shows that and offers to try again.',
      on: { 'catalogue.again': 'fetching' },
    },
  },
});
