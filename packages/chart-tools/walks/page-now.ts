import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { exampleSites } from 'ticket-store/test/tools/example-sites.ts';

/** A style sheet with its imports inlined. */
const sheetAt = (file: string): string =>
  readFileSync(file, 'utf8').replaceAll(/@import\s+(?:url\()?['"]([^'"]+)['"]\)?[^;]*;/g, (_, name: string) =>
    sheetAt(resolve(dirname(file), name)),
  );

const { pictureAt } = exampleSites();
const root = resolve(import.meta.dirname, '../../..');
const styles = resolve(root, 'src/ui/styles.css');

/** Inlines drawings, so that the file is self-contained. */
const inlined = (html: string): string =>
  html.replaceAll(/src="\/([^"]+\.svg)"/g, (_, name: string) => {
    const drawing = pictureAt(`/${name}`)?.bytes ?? readFileSync(resolve(root, 'public', name));
    return `src="data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}"`;
  });

/** Converts a document without rendering (happy-dom) to a page that looks as in a browser and runs no script. */
export const pageNow = ({ documentElement: page }: Document): string => {
  // Typed and selected values are not attributes.
  for (const field of page.querySelectorAll('input')) {
    field.setAttribute('value', field.value);
    field.toggleAttribute('checked', field.checked);
  }
  for (const option of page.querySelectorAll('option')) option.toggleAttribute('selected', option.selected);
  // A dialog is modal only by a script, so it is shown in place.
  const css = `${sheetAt(styles)}\ndialog[open] { position: static; margin: 16px auto }`;
  const html = inlined(page.outerHTML).replaceAll(/<(script|style|link)\b[\s\S]*?(<\/\1>|>)/g, '');
  return `<!doctype html>\n${html.replace(/<head[^>]*>/, (head) => `${head}<meta charset="utf-8"><style>${css}</style>`)}`;
};
