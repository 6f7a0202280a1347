import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** A file of the folder `browser` as it is. */
export const browserFile = (name: string): string =>
  readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');

const stripped = new Map<string, string>();

/** Strips the types, once a process. Node's stripper prints an experimental warning at every start, which is suppressed. */
function plain(name: string): string {
  const warn = process.emitWarning;
  process.emitWarning = () => {};
  try {
    const script = stripped.get(name) ?? stripTypeScriptTypes(browserFile(name));
    stripped.set(name, script);
    return script;
  } finally {
    process.emitWarning = warn;
  }
}

/** A module of the browser library and its imports, each after its own imports. */
function partsOf(name: string, known = new Set<string>()): Set<string> {
  for (const [, imported = ''] of plain(name).matchAll(/^import [^;]* from '\.\/([^']+)';$/gm)) {
    if (!known.has(imported)) partsOf(imported, known);
  }
  return known.add(name);
}

/** A classic script that declares nothing global. */
const insideFunction = (code: string): string => `(() => {\n'use strict';\n${code}\n})();\n`;

/**
 * Concatenates the client's modules into one classic script inside a function: imports are removed, exports become plain
 * declarations. Parts may import only from each other and must not share a top-level name.
 */
export function clientScript(): string {
  const parts = [...partsOf('client.ts')].map((name) =>
    plain(name)
      .replace(/^import [^;]*;$/gm, '')
      .replace(/^export /gm, ''),
  );
  return insideFunction(parts.join('\n'));
}

/** A module without imports as a script of a shop's page. */
export const classicScript = (name: string): string => insideFunction(plain(name));

const MODULES = [
  'texts.ts',
  'sheet-texts.ts',
  'card-fields.ts',
  'page.ts',
  'card.ts',
  'challenge.ts',
  'express.ts',
  'sheet.ts',
  'gmo-return.ts',
  'operator.ts',
];
const STYLES = ['card.css', 'challenge.css', 'express.css', 'home.css'];

/** The files that the sandbox's own pages load, by name. */
export function pageAssets(): Map<string, { body: string; type: string }> {
  const files = new Map<string, { body: string; type: string }>();
  for (const name of MODULES) files.set(name, { body: plain(name), type: 'text/javascript; charset=utf-8' });
  for (const name of STYLES) files.set(name, { body: browserFile(name), type: 'text/css; charset=utf-8' });
  return files;
}
