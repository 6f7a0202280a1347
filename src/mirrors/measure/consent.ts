import { tryStorage } from '#src/device/try-storage.ts';
import { createListeners } from '#src/domain/listeners.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** The visitor's decision on measurement. Without one it counts as denied. */
export type Decision = 'granted' | 'denied';

export type Consent = {
  decision: Decision | null;
  isOpen: boolean;
  /** How often the visitor has opened the question. */
  openCount: number;
};

const decisionOf = (value: unknown): Decision | null => (value === 'granted' || value === 'denied' ? value : null);

/** Without storage a decision lasts as long as the page, and the question is shown again on the next visit. */
const createConsent = (key: string) => {
  const decision = decisionOf(tryStorage(() => localStorage.getItem(key)));
  let consent: Consent = { decision, isOpen: decision === null, openCount: 0 };
  const listeners = createListeners();
  const change = (part: Partial<Consent>) => {
    consent = { ...consent, ...part };
    listeners.notify();
  };
  // A decision in another tab applies here too.
  addEventListener('storage', (event) => {
    const newDecision = event.key === key ? decisionOf(event.newValue) : null;
    if (newDecision) change({ decision: newDecision, isOpen: false });
  });
  return {
    subscribe: listeners.add,
    get: (): Consent => consent,
    /** The visitor opens the question (again). */
    open: (): void => change({ isOpen: true, openCount: consent.openCount + 1 }),
    decide: (chosen: Decision): void => {
      tryStorage(() => localStorage.setItem(key, chosen));
      change({ decision: chosen, isOpen: false });
    },
  };
};

const opened = new Map<SiteCode, ReturnType<typeof createConsent>>();

/**
 * Consent to measurement on a site, stored across visits, as an external store for React. It is not in a chart, because nothing
 * in the shop depends on it.
 */
export const consentOf = (site: SiteCode): ReturnType<typeof createConsent> => {
  const consent = opened.get(site) ?? createConsent(`ticket-store:${site}:consent`);
  opened.set(site, consent);
  return consent;
};
