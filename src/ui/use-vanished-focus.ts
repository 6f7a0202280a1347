import { useEffect } from 'react';

/**
 * Where the focused control vanishes and no screen moves the focus itself, it moves to the nearest part of the page that is still
 * there; to the heading, where all below it was replaced.
 */
export const useVanishedFocus = (): void =>
  useEffect(() => {
    let path: HTMLElement[] = [];
    const remember = () => {
      path = [];
      for (let at = document.activeElement; at instanceof HTMLElement; at = at.parentElement) path.push(at);
    };
    const restore = () => {
      if (path[0]?.isConnected !== false || document.activeElement !== document.body) return;
      const place = path.find((one) => one.isConnected);
      const next = place?.querySelector<HTMLElement>('h1') ?? place;
      if (next && next.tabIndex < 0) next.tabIndex = -1;
      next?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(restore);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, []);
