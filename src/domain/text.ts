import * as v from 'valibot';
import { isLine, isLines } from './plain-text.ts';
import { isBounded, isWithin } from './text-length.ts';

const refused = 'Control, direction and invisible characters are not accepted.';

/** Every text that a call takes is one of these. */
export const Line = v.pipe(v.string(), v.check(isLine, refused));
export const Lines = v.pipe(v.string(), v.check(isLines, refused));

/** Maximum length of a note that is sent with a ticket. */
export const maxNoteLength = 300;

/** A check that a text has at most so many characters (`text-length.ts`). */
export const atMost = (max: number) =>
  v.check<string, string>((text) => isWithin(text, max), `${max} characters at most.`);

/** A line that rules of the form judge; the contract has a wider bound. */
export const lineOf = (max: number) =>
  v.pipe(
    Line,
    v.check((text) => isBounded(text, max), `${max} characters at most.`),
  );
