import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

const read = (name: string): string => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');

const stripped = new Map<string, string>();

/** Strips the types, once a process. Node's stripper prints an experimental warning at every start, which is suppressed. */
function plain(name: string): string {
  const warn = process.emitWarning;
  process.emitWarning = () => {};
  try {
    const script = stripped.get(name) ?? stripTypeScriptTypes(read(name));
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
  return `(() => {\n'use strict';\n${parts.join('\n')}\n})();\n`;
}

/** Simulates the tag manager's script. */
export const tagManagerScript = (): string => `(() => {\n'use strict';\n${plain('tag-manager.ts')}\n})();\n`;

/** Simulates Google's script of reCAPTCHA v3. */
export const recaptchaScript = (): string => `(() => {\n'use strict';\n${plain('recaptcha.ts')}\n})();\n`;

/** Simulates a device-fingerprint script. */
export const fingerprintScript = (): string => `(() => {\n'use strict';\n${plain('fingerprint.ts')}\n})();\n`;

/** Simulates GMO's token script. */
export const gmoScript = (): string => `(() => {\n'use strict';\n${plain('gmo-token.ts')}\n})();\n`;

/** Simulates the token script of SB Payment Service. */
export const softbankScript = (): string => `(() => {\n'use strict';\n${plain('softbank-token.ts')}\n})();\n`;

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
  for (const name of STYLES) files.set(name, { body: read(name), type: 'text/css; charset=utf-8' });
  return files;
}

/** The page of the card form, for its frame. */
export const cardPage = (): string => read('card.html');

/** The page of the bank's identity check. */
export const challengePage = (): string => read('challenge.html');

/** The page of the wallets' buttons, for its frame. */
export const expressPage = (): string => read('express.html');

/** The page of a wallet's sheet. */
export const sheetPage = (): string => read('sheet.html');
