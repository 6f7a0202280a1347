import { waitFor } from 'xstate';
import type { App } from '#machines/refs.ts';

/** How long to wait for a catalogue embedded in the page, ms; a slow network gets the skeleton instead. */
const catalogueTimeout = 50;

/**
 * Resolves when the catalogue is loaded, or after a short wait, so that a shop whose catalogue is known is not rendered twice; in
 * a separate task, so that the browser may paint and answer between the start of the charts and the rendering.
 */
export const catalogueOrTimeout = async (app: App): Promise<void> => {
  const { catalogue } = app.getSnapshot().children;
  const loading =
    catalogue && waitFor(catalogue, (snapshot) => !snapshot.hasTag('pending'), { timeout: catalogueTimeout });
  await loading?.catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve));
};
