import { toAscii } from './digits.ts';

/** In: a typed mail address. Out: as it is compared: half width, no outer spaces, lower case. */
export const comparedMail = (typed: string): string => toAscii(typed).trim().toLowerCase();

/** In: a mail address. Out: enough of it to be known again by whoever knows it: `h***@visitor.example`. */
export const hiddenMail = (address: string): string => address.replace(/^(.)[^@]*/u, '$1***');
