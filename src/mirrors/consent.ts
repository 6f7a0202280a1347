import type { SiteCode } from '#src/domain/site.ts';

/** The visitor's word on measurement. None counts as denied. */
export type Word = 'granted' | 'denied';

export type Consent = {
  word: Word | null;
  /** The question is on screen. */
  isOpen: boolean;
  /** How often the visitor has asked for it. */
  asked: number;
};

const keyOf = (site: SiteCode): string => `ticket-store:${site}:consent`;

const wordOf = (value: unknown): Word | null => (value === 'granted' || value === 'denied' ? value : null);

/** Storage that is blocked or broken: the question comes again on the next visit. */
const read = (key: string): Word | null => {
  try {
    return wordOf(localStorage.getItem(key));
  } catch {
    return null;
  }
};

const write = (key: string, word: Word): void => {
  try {
    localStorage.setItem(key, word);
  } catch {
    // as long as the page lives, then
  }
};

const createConsent = (key: string) => {
  const word = read(key);
  let consent: Consent = { word, isOpen: word === null, asked: 0 };
  const listeners = new Set<() => void>();
  const change = (part: Partial<Consent>) => {
    consent = { ...consent, ...part };
    for (const listener of listeners) listener();
  };
  // what is said in another tab holds here too
  addEventListener('storage', (event) => {
    const said = event.key === key ? wordOf(event.newValue) : null;
    if (said) change({ word: said, isOpen: false });
  });
  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: (): Consent => consent,
    /** The visitor wants to see the question (again). */
    ask: (): void => change({ isOpen: true, asked: consent.asked + 1 }),
    give: (given: Word): void => {
      write(key, given);
      change({ word: given, isOpen: false });
    },
  };
};

const opened = new Map<SiteCode, ReturnType<typeof createConsent>>();

/**
 * Consent to measurement on a site, remembered across visits, in the form React's external stores have. It is no state of
 * a chart: nothing in the shop depends on it.
 */
export const consentOf = (site: SiteCode): ReturnType<typeof createConsent> => {
  const consent = opened.get(site) ?? createConsent(keyOf(site));
  opened.set(site, consent);
  return consent;
};
