import { waitFor } from 'xstate';
import type { App } from '#machines/refs.ts';
import type { SiteSettings } from '#src/domain/site.ts';
import { consentOf } from './consent.ts';
import { denyByDefault, push, startTagManager, updateConsent } from './data-layer.ts';
import { reportEvents } from './shop-events.ts';

/** In a demo the sandbox provides the tag manager; its address is part of the catalogue, which is awaited. */
const loadTagManager = async (app: App, container: string): Promise<void> => {
  const { catalogue } = app.getSnapshot().children;
  if (!catalogue) return;
  const known = await waitFor(catalogue, ({ context }) => context.catalogue !== null);
  startTagManager(container, known.context.catalogue?.configurations.sandbox_url ?? '');
};

/** Measures while the visitor consents: nothing is requested before, and nothing is reported after a withdrawal. */
export const measure = (app: App, { code, gatagKey }: SiteSettings): (() => void) => {
  const consent = consentOf(code);
  let isTagManagerRequested = false;
  let stopReporting: (() => void) | null = null;
  const follow = () => {
    const isGranted = consent.get().decision === 'granted';
    if (isGranted === (stopReporting !== null)) return;
    updateConsent(isGranted ? 'granted' : 'denied');
    if (stopReporting) {
      stopReporting();
      stopReporting = null;
      return;
    }
    if (!isTagManagerRequested) loadTagManager(app, gatagKey.url).catch(() => undefined);
    isTagManagerRequested = true;
    stopReporting = reportEvents(app, code, push);
  };
  denyByDefault();
  const unsubscribe = consent.subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    stopReporting?.();
  };
};
