import { useSyncExternalStore } from 'react';
import type { BaseLocationHook, NavigateOptions } from 'wouter';
import { createListeners } from '#src/domain/listeners.ts';
import { splitHash } from './address.ts';

const listeners = createListeners();

const subscribe = (listener: () => void): (() => void) => {
  const remove = listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    remove();
    removeEventListener('popstate', listener);
  };
};

/**
 * Writes a history entry with its state, the query behind the hash (`#/order?ref=c`); null leaves the address as it is. The hash
 * location of wouter would put the query before the hash.
 */
export const writeEntry = (to: string | null, { replace = false, state }: NavigateOptions): void => {
  history[replace ? 'replaceState' : 'pushState'](state, '', to === null ? null : `#${to}`);
  listeners.notify();
};

/** Goes to an address as a typed one: the mirror of the address requests its page. */
const navigate = (to: string, { replace = location.hash === `#${to}` }: NavigateOptions = {}): void => {
  const state = replace ? history.state : null;
  writeEntry(to, { replace, state });
  dispatchEvent(new PopStateEvent('popstate', { state }));
};

type OnServer = { ssrPath?: string; ssrSearch?: string };

/** The location of wouter's router: path and query of the hash, which mirrors the charts (docs/product.md#history). */
export const useHashLocation: BaseLocationHook = ({ ssrPath = '/' }: OnServer) => [
  useSyncExternalStore(
    subscribe,
    () => splitHash(location.hash).path || '/',
    () => ssrPath,
  ),
  navigate,
];

useHashLocation.searchHook = ({ ssrSearch = '' }: OnServer) =>
  useSyncExternalStore(
    subscribe,
    () => splitHash(location.hash).search,
    () => ssrSearch,
  );
