import { loadScript } from '#src/scripts/load-script.ts';
import type { Word } from './consent.ts';

/** What the tag manager is told of the shop. */
export type LayerEvent = { event: string } & Record<string, unknown>;

const layer = (): unknown[] => {
  window.dataLayer ??= [];
  return window.dataLayer;
};

export const push = (entry: LayerEvent): void => {
  layer().push(entry);
};

/** Google's commands are told from events by being the arguments of a call; an array is not taken for one. */
function command(..._words: unknown[]): void {
  layer().push(arguments);
}

/** Measurement is denied until the visitor says otherwise (consent mode v2). Must be the first in the layer. */
export const denyByDefault = (): void =>
  command('consent', 'default', {
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    analytics_storage: 'denied',
    functionality_storage: 'granted',
    personalization_storage: 'denied',
    security_storage: 'granted',
  });

/** The visitor's word is about measurement only: advertising stays denied. */
export const updateConsent = (word: Word): void => command('consent', 'update', { analytics_storage: word });

/** In: a container's id, and the sandbox's address where it plays the tag manager. A blocked script is no fault of the shop. */
export const startTagManager = (container: string, sandboxUrl: string): void => {
  push({ event: 'gtm.js', 'gtm.start': Date.now() });
  const url = sandboxUrl ? `${sandboxUrl}/sandbox/gtm.js` : 'https://www.googletagmanager.com/gtm.js';
  loadScript(`${url}?id=${encodeURIComponent(container)}`).catch(() => undefined);
};
