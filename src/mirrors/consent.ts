import type { SiteCode } from '#src/domain/site.ts';

/** The visitor's decision on measurement. Without one it counts as denied. */
export type Word = 'granted' | 'denied';

export type Consent = {
  word: Word | null;
  /** The question is visible. */
  isOpen: boolean;
  /** How often the visitor has opened the question. */
  asked: number;
};

const keyOf = (site: SiteCode): string => `ticket-store:${site}:consent`;

const wordOf = (value: unknown): Word | null => (value === 'granted' || value === 'denied' ? value : null);

/** If storage is blocked or broken, the question is shown again on the next visit. */
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
    // the decision lasts as long as the page
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
  // A decision in another tab applies here too.
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
    /** The visitor opens the question (again). */
    ask: (): void => change({ isOpen: true, asked: consent.asked + 1 }),
    give: (given: Word): void => {
      write(key, given);
      change({ word: given, isOpen: false });
    },
  };
};

const opened = new Map<SiteCode, ReturnType<typeof createConsent>>();

/**
 * Consent to measurement on a site, stored across visits, as an external store for React. It is not in a chart, because nothing
 * in the shop depends on it.
 */
export const consentOf = (site: SiteCode): ReturnType<typeof createConsent> => {
  const consent = opened.get(site) ?? createConsent(keyOf(site));
  opened.set(site, consent);
  return consent;
};
