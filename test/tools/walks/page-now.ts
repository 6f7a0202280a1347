import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A style sheet with what it imports. */
const sheetAt = (file: string): string =>
  readFileSync(file, 'utf8').replaceAll(/@import\s+(?:url\()?['"]([^'"]+)['"]\)?[^;]*;/g, (_, name: string) =>
    sheetAt(resolve(dirname(file), name)),
  );

const root = resolve(import.meta.dirname, '../../..');
const styles = resolve(root, 'src/ui/styles.css');

/** Drawings lie in it, so that it can be carried away. */
const inlined = (html: string): string =>
  html.replaceAll(/src="\/([^"]+\.svg)"/g, (_, name: string) => {
    const drawing = readFileSync(resolve(root, 'public', name)).toString('base64');
    return `src="data:image/svg+xml;base64,${drawing}"`;
  });

/** In: a document without pixels (happy-dom). Out: a page that looks as it would in a browser and runs nothing. */
export const pageNow = ({ documentElement: page }: Document): string => {
  // what was typed and picked is no attribute
  for (const field of page.querySelectorAll('input')) {
    field.setAttribute('value', field.value);
    field.toggleAttribute('checked', field.checked);
  }
  for (const option of page.querySelectorAll('option')) option.toggleAttribute('selected', option.selected);
  // modal only by a script: shown in place
  const css = `${sheetAt(styles)}\ndialog[open] { position: static; margin: 16px auto }`;
  const html = inlined(page.outerHTML).replaceAll(/<(script|style|link)\b[\s\S]*?(<\/\1>|>)/g, '');
  return `<!doctype html>\n${html.replace(/<head[^>]*>/, (head) => `${head}<meta charset="utf-8"><style>${css}</style>`)}`;
};
