import type { App } from '#machines/refs.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { markupMark } from '#src/domain/markup.ts';

/**
 * Whether the server's markup is what this page opens with, so that the page may take it over: the script at its beginning
 * (page-start.js) did not hide it, and the charts show its screen in its language, with the catalogue. A restored visit may have a
 * payment that runs, or a dialog.
 */
export const fitsMarkup = (root: HTMLElement, app: App): boolean => {
  if ('otherScreen' in document.documentElement.dataset) return false;
  const { context, children } = app.getSnapshot();
  const isOpen = (children.catalogue?.getSnapshot().context.catalogue ?? null) !== null;
  const isQuiet = !context.paying && children.dialog?.getSnapshot().context.queue.length === 0;
  return isOpen && isQuiet && root.dataset.markup === markupMark(onScreen(app).screen, context.lang);
};

/** Removes markup of another screen, which was hidden. */
export const clearMarkup = (root: HTMLElement): void => {
  delete window.earlyInput;
  root.replaceChildren();
  delete document.documentElement.dataset.otherScreen;
};
