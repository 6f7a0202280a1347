import type { AppContext } from './app.types.ts';

/** What the app hands to the charts of its pages. */

type Given = { context: AppContext };

/** To a page that its link names. */
export const linkOf = ({ context: { token, lang } }: Given) => ({ token, lang });
