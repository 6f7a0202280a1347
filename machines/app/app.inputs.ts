import type { AppContext } from './app.types.ts';

type InputArgs = { context: AppContext };

/** Input of a page that is identified by the token of its link. */
export const linkOf = ({ context: { token, lang } }: InputArgs) => ({ token, lang });
