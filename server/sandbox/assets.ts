import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

const read = (name: string): string => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');

/** Types out, JavaScript stays. Node calls its own stripper experimental on every start; we have heard it. */
function plain(name: string): string {
  const warn = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(read(name));
  } finally {
    process.emitWarning = warn;
  }
}

/** The parts of the browser library, each after those it needs. */
const CLIENT_PARTS = [
  'texts.ts',
  'client-frame.ts',
  'client-element.ts',
  'client-elements.ts',
  'client-challenge.ts',
  'client.ts',
];

/**
 * One classic script out of the client's modules: their imports go, their exports become plain declarations, and all
 * stands in one function. (Parts import only from each other and share no top-level name.)
 */
export function clientScript(): string {
  const parts = CLIENT_PARTS.map((name) =>
    plain(name)
      .replace(/^import [^;]*;$/gm, '')
      .replace(/^export /gm, ''),
  );
  return `(() => {\n'use strict';\n${parts.join('\n')}\n})();\n`;
}

/** The stand-in for the tag manager's script. */
export const tagManagerScript = (): string => `(() => {\n'use strict';\n${plain('tag-manager.ts')}\n})();\n`;

/** The stand-in for Google's script of reCAPTCHA v3. */
export const recaptchaScript = (): string => `(() => {\n'use strict';\n${plain('recaptcha.ts')}\n})();\n`;

/** The stand-in for a device-fingerprint script. */
export const fingerprintScript = (): string => `(() => {\n'use strict';\n${plain('fingerprint.ts')}\n})();\n`;

/** The stand-in for GMO's token script. */
export const gmoScript = (): string => `(() => {\n'use strict';\n${plain('gmo-token.ts')}\n})();\n`;

/** The stand-in for the token script of SB Payment Service. */
export const softbankScript = (): string => `(() => {\n'use strict';\n${plain('softbank-token.ts')}\n})();\n`;

const MODULES = ['texts.ts', 'card-fields.ts', 'page.ts', 'card.ts', 'challenge.ts', 'gmo-return.ts', 'operator.ts'];
const STYLES = ['card.css', 'challenge.css', 'home.css'];

/** The files which the sandbox's own pages load, by name. */
export function pageAssets(): Map<string, { body: string; type: string }> {
  const files = new Map<string, { body: string; type: string }>();
  for (const name of MODULES) files.set(name, { body: plain(name), type: 'text/javascript; charset=utf-8' });
  for (const name of STYLES) files.set(name, { body: read(name), type: 'text/css; charset=utf-8' });
  return files;
}

/** The page of the card form, for its frame. */
export const cardPage = (): string => read('card.html');

/** The page on which a bank would ask who is paying. */
export const challengePage = (): string => read('challenge.html');
