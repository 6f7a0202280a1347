import { Failure } from '#src/domain/failures.ts';
import { admitVendors, scriptUrl } from './trusted.ts';

/** How long an outside script may keep the visitor waiting, ms. */
export const scriptLimit = 30_000;

/** Calls `late` after `ms` unless taken back by what it returns. Tests bring their own. */
export type Timer = (late: () => void, ms: number) => () => void;

export const pageTimer: Timer = (late, ms) => {
  const timer = setTimeout(late, ms);
  return () => clearTimeout(timer);
};

/**
 * In: work that needs an outside script. Out: its result. Throws Failure script_blocked when it fails or takes longer
 * than `scriptLimit`: a host that swallows requests answers never.
 */
export const inTime = <T>(work: Promise<T>, timer: Timer = pageTimer): Promise<T> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(new Failure({ code: 'script_blocked', unknown: false }));
    const stop = timer(fail, scriptLimit);
    work.then(resolve, fail).finally(stop);
  });

const loads = new Map<string, Promise<void>>();

/**
 * In: a script's URL. Ends when it has run; each URL is loaded once, after a failure it may be tried again. Throws
 * Failure script_blocked.
 */
export const loadScript = (url: string, timer: Timer = pageTimer): Promise<void> => {
  const running = loads.get(url);
  if (running) return running;
  const tag = document.createElement('script');
  const arrived = new Promise<void>((resolve, reject) => {
    tag.addEventListener('load', () => resolve());
    tag.addEventListener('error', reject);
    admitVendors();
    tag.src = scriptUrl(url);
  });
  const loading = inTime(arrived, timer).catch((failure: unknown) => {
    loads.delete(url);
    tag.remove();
    throw failure;
  });
  loads.set(url, loading);
  document.head.append(tag);
  return loading;
};
