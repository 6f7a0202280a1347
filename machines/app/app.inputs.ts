import type { AppContext } from './app.types.ts';

/** What the app hands to the charts of its pages. */

type Given = { context: AppContext };

/** To a page that only reads what its link names. */
export const linkOf = ({ context: { token, lang } }: Given) => ({ token, lang });

/** To a page that also writes: its keys begin with the visit's. */
export const writerOf = ({ context: { token, lang, seed } }: Given) => ({ token, lang, seed });
