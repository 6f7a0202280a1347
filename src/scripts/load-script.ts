import { within } from '#src/domain/within.ts';
import { installDefaultPolicy, scriptUrl } from './trusted.ts';

/** Longest wait for an external script, ms. */
export const scriptLimit = 30_000;

/**
 * Returns the result of work that needs an external script. Throws Failure script_blocked if the work fails or exceeds
 * `scriptLimit`, because a host that drops requests never replies.
 */
export const inTime = <T>(work: Promise<T>): Promise<T> => within(work, scriptLimit, 'script_blocked');

const loads = new Map<string, Promise<void>>();

/** Resolves when the script has run. Each URL is loaded once; after a failure it can be retried. Throws Failure script_blocked. */
export const loadScript = (url: string): Promise<void> => {
  const running = loads.get(url);
  if (running) return running;
  const tag = document.createElement('script');
  const arrived = new Promise<void>((resolve, reject) => {
    tag.addEventListener('load', () => resolve());
    tag.addEventListener('error', reject);
    installDefaultPolicy();
    tag.src = scriptUrl(url);
  });
  const loading = inTime(arrived).catch((failure: unknown) => {
    loads.delete(url);
    tag.remove();
    throw failure;
  });
  loads.set(url, loading);
  document.head.append(tag);
  return loading;
};
