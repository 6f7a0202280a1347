import type { Lang } from '#src/domain/lang.ts';
import { readCatalogue } from '#test/house/messages.ts';

/** A pattern of a text in a catalogue; placeholders without a value match anything. */
export const textPattern = (lang: Lang, id: string, values: Record<string, string> = {}): RegExp => {
  const text = readCatalogue(lang)[id];
  if (!text) throw new Error(`No text ${id} in ${lang}.`);
  const parts = text.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name && !(name in values)) return '.+';
    return (name ? (values[name] ?? '') : part).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(parts.join(''));
};
