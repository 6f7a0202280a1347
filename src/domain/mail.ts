import { toAscii } from './digits.ts';

/** Normalises a typed mail address for comparison: half width, no outer spaces, lower case. */
export const comparedMail = (typed: string): string => toAscii(typed).trim().toLowerCase();

/** Masks a mail address so that only somebody who knows it recognises it: `h***@visitor.example`. */
export const hiddenMail = (address: string): string => address.replace(/^(.)[^@]*/u, '$1***');
