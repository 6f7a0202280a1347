import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Lang } from '#src/domain/lang.ts';

const Texts = v.record(v.string(), v.string());

const read = (lang: Lang) =>
  v.parse(Texts, JSON.parse(readFileSync(new URL(`../../../locales/${lang}/messages.json`, import.meta.url), 'utf8')));

/** A pattern of a text in a catalogue; placeholders without a value match anything. */
export const textPattern = (lang: Lang, id: string, values: Record<string, string> = {}): RegExp => {
  const text = read(lang)[id];
  if (!text) throw new Error(`No text ${id} in ${lang}.`);
  const parts = text.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name && !(name in values)) return '.+';
    return (name ? (values[name] ?? '') : part).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(parts.join(''));
};
