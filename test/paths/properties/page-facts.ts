/** Reads a page from its document. */
export const readFacts = () => {
  const all = (selector: string, root: ParentNode = document) => [...root.querySelectorAll<HTMLElement>(selector)];
  const textOf = (node: Element | null | undefined): string => node?.textContent ?? '';
  const lettersOf = (node: Element) => textOf(node).replaceAll(/[^\p{L}\d]/gu, '');
  const controls = (selector: string, root?: ParentNode) => [
    ...new Set(all(selector, root).map(({ dataset: { event = '', key = '' } }) => `${event} ${key}`)),
  ];
  const hashIn = (link: HTMLElement) => (link.getAttribute('href') ?? '').split('#')[1];
  const usable = ':not(:disabled, [aria-disabled="true"], [inert] *)';
  const dialog = document.querySelector('dialog[open]');
  const messages = all('dialog[open], .notice-box, [role="alert"], .error, form p[role="status"]');
  const spoken = '[role="status"], [role="alert"], [aria-live], dialog';
  const focused = document.activeElement;
  const inputs = [...document.querySelectorAll<HTMLInputElement>('form input.input[name]')];
  return {
    hash: location.hash,
    heading: textOf(document.querySelector('h1')),
    main: textOf(document.querySelector('main')),
    /** The text of the dialog that is open. */
    dialog: dialog && textOf(dialog),
    /** Whether a dialog, a notice or a field reports something. */
    reports: messages.some((one) => /\p{L}/u.test(textOf(one))),
    /** Whether a control, or a part of the page, has the focus. */
    hasFocus: focused !== null && focused !== document.body,
    /** Spinners and notices that no screen reader speaks: not in a live region, not focused, and no live region has their text. */
    unspoken: all('.spinner, .notice-box').flatMap((one) => {
      const isSpoken = one.closest(spoken) || one.querySelector(spoken) || one.contains(focused);
      return isSpoken || all(spoken).some((live) => lettersOf(live) === lettersOf(one)) ? [] : [textOf(one)];
    }),
    /** `event key` of all controls, and of those that can be used. */
    controls: controls('[data-event]'),
    usable: controls(`[data-event]${usable}`, dialog ?? document),
    /** Usable controls and links of the page's own content. */
    ways: all(`main :is(a[href], button[data-event], [data-primary])${usable}`).length,
    /** Whether the page shows, or can speak, that it is waiting. */
    isBusy:
      document.querySelector('[aria-busy="true"], [role="status"], [role="progressbar"], [role="alert"]') !== null,
    /** Usable controls that lead forward. */
    forward: dialog ? [] : controls(`[data-primary]${usable}`),
    links: all('a[data-event^="page.requested."]').map((link) => ({
      event: link.dataset.event ?? '',
      hash: hashIn(link),
      /* After a change of date; links of a list of tickets have a key. */
      isNewTicket: link.matches('main [data-event="page.requested.ticket"]:not([data-key])'),
    })),
    terms: all('dt').map((term) => ({ term: textOf(term), value: textOf(term.nextElementSibling) })),
    fields: inputs.map(({ name, value }) => ({ name, value })),
  };
};
export type PageFacts = ReturnType<typeof readFacts>;
