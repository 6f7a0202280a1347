import { vi } from 'vitest';

/**
 * Acts as the browser for scripts that the page adds to its head: loads none, and dispatches the event on each, if one is given.
 * Returns the scripts, the oldest first.
 */
export const requestedScripts = (event?: 'load' | 'error'): HTMLScriptElement[] => {
  const scripts: HTMLScriptElement[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((tag) => {
    if (!(tag instanceof HTMLScriptElement)) return;
    scripts.push(tag);
    if (event) queueMicrotask(() => tag.dispatchEvent(new Event(event)));
  });
  return scripts;
};
