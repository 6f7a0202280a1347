import { loadScript } from '#src/scripts/load-script.ts';
import type { Decision } from './consent.ts';

/** An event pushed to the tag manager. */
export type LayerEvent = { event: string } & Record<string, unknown>;

const layer = (): unknown[] => {
  window.dataLayer ??= [];
  return window.dataLayer;
};

export const push = (entry: LayerEvent): void => {
  layer().push(entry);
};

/** Google distinguishes commands from events by the `arguments` object; it does not accept an array. */
function command(..._args: unknown[]): void {
  layer().push(arguments);
}

/** Measurement is denied until the visitor consents (consent mode v2). This must be the first entry of the layer. */
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

/** The visitor's consent is for measurement only: advertising stays denied. */
export const updateConsent = (decision: Decision): void =>
  command('consent', 'update', { analytics_storage: decision });

/** Loads the tag manager's container, from the sandbox if it has an address. A blocked script is ignored. */
export const startTagManager = (container: string, sandboxUrl: string): void => {
  push({ event: 'gtm.js', 'gtm.start': Date.now() });
  const url = sandboxUrl ? `${sandboxUrl}/sandbox/gtm.js` : 'https://www.googletagmanager.com/gtm.js';
  loadScript(`${url}?id=${encodeURIComponent(container)}`).catch(() => undefined);
};
