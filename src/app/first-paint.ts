import { type ActorRefFrom, waitFor } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';

/** Longest wait for a catalogue that the page itself brought, ms; a slow network gets its skeleton instead. */
const patience = 50;

/** Ends when the catalogue is there, or soon: a shop that is known already is not drawn twice. */
export const firstPaint = async (app: ActorRefFrom<typeof appMachine>): Promise<void> => {
  const { catalogue } = app.getSnapshot().children;
  if (!catalogue) return;
  await waitFor(catalogue, (snapshot) => snapshot.hasTag('settled'), { timeout: patience }).catch(() => undefined);
};
