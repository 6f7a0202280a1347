import * as v from 'valibot';
import { inEachLang, langs } from './lang.ts';
import { isWithin } from './text-length.ts';

/** Parts of the schemas of a site's files. Messages say what is allowed; the reader of a folder adds file and field. */

/** The message of an object that refuses fields it does not know: it names those it does. */
export const strictMessage =
  (fields: readonly string[]) =>
  ({ expected }: v.StrictObjectIssue): string => {
    if (expected === 'never') return `no such field; allowed are ${fields.join(', ')}`;
    return expected === 'Object' ? `an object with ${fields.join(', ')}` : 'missing';
  };

export const strict = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, strictMessage(Object.keys(entries)));

export const yesNo = v.boolean('true or false');

export const text = (max: number) => {
  const allowed = `a text of 1 to ${max} characters`;
  return v.pipe(
    v.string(allowed),
    v.trim(),
    v.minLength(1, allowed),
    v.check((value) => isWithin(value, max), allowed),
  );
};

/** A text in each language: the English one where a language is left out. */
export const texts = (max: number) =>
  v.pipe(
    strict({ ...v.entriesFromList(langs, v.optional(text(max))), en: text(max) }),
    v.transform((texts) => inEachLang((lang) => texts[lang] ?? texts.en)),
  );

export const matching = (pattern: RegExp, allowed: string) => v.pipe(v.string(allowed), v.regex(pattern, allowed));

const web = 'an https address, or empty';
/** An address by https. `URL` takes quotes and semicolons in a host, which would end an attribute or a rule of a policy. */
export const webAddress = (address: string): URL | null => {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && /^[a-z\d.-]+$/.test(url.hostname) ? url : null;
};
export const WebSchema = v.pipe(
  v.string(web),
  v.check((address) => address === '' || webAddress(address) !== null, web),
);

export type Range = readonly [min: number, max: number];

export const whole = ([min, max]: Range, unit = '') => {
  const allowed = `a whole number${unit}, ${min} to ${max}`;
  return v.pipe(v.number(allowed), v.integer(allowed), v.minValue(min, allowed), v.maxValue(max, allowed));
};

/** The remark about a folder or skin that its authors read. */
export const AboutSchema = v.optional(text(200));
