/** Moves the focus of a removed element to its nearest ancestor that is still in the page. The browser would move it to the page's start. */
export const trackFocus = (): void => {
  let path: EventTarget[] = [];
  const isInPage = (node: EventTarget | undefined): node is HTMLElement =>
    node instanceof HTMLElement && node.isConnected;
  addEventListener('focusin', (event) => {
    path = event.composedPath();
  });
  // a control of the server's markup may have the focus already
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  new MutationObserver(() => {
    if (document.activeElement !== document.body || isInPage(path[0])) return;
    const box = path.find(isInPage);
    // -1 is also the value without the attribute, and without that it cannot be focused
    if (box?.tabIndex === -1) box.tabIndex = -1;
    box?.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
};
