import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { inEachLang, type Lang } from '#src/domain/lang.ts';

const locales = fileURLToPath(new URL('../../locales', import.meta.url));

/** The texts of a file in `locales`, in each language. Throws where the schema refuses one. */
export const readLocaleTexts = <const S extends v.GenericSchema>(
  file: string,
  schema: S,
): Readonly<Record<Lang, v.InferOutput<S>>> =>
  inEachLang((lang) => v.parse(schema, JSON.parse(readFileSync(`${locales}/${lang}/${file}`, 'utf8'))));

/** A group of texts with these names and no other. */
export const textGroup = <const Names extends readonly string[]>(names: Names) =>
  v.strictObject(v.entriesFromList(names, v.string()));
