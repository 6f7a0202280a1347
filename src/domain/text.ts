import * as v from 'valibot';
import { isLine, isLines } from './plain-text.ts';

const refused = 'Control, direction and invisible characters are not accepted.';

/** Every text that a call takes is one of these. */
export const Line = v.pipe(v.string(), v.check(isLine, refused));
export const Lines = v.pipe(v.string(), v.check(isLines, refused));
