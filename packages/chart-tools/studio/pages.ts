import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { simulationFolder } from './build-simulation.ts';
import { gatherFacts } from './facts.ts';

type Sent = { type: string; body: string | Buffer };

const scripts = readdirSync(new URL('./page', import.meta.url))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => name.slice(0, -'.ts'.length));

const styles = ['page.css', 'canvas.css', 'panels.css', 'details.css', 'search.css'];

/**
 * Allows no other origins; frames are the simulated screens. The site's picture stands in a style element of the simulated page,
 * and a drawing has its style in itself.
 */
const policyOf = (isFrame: boolean): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; ` +
  `connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${isFrame ? "'self'" : "'none'"}`;

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
};

/** A built file in a folder, and none outside it. */
const built = (folder: string, path: string): Sent | null => {
  const type = types[path.split('.').at(-1) ?? ''];
  const isPlain = /^[\w-]+(?:\/[\w-]+)*(?:[.][\w-]+)+$/.test(path);
  return type !== undefined && isPlain && existsSync(`${folder}/${path}`)
    ? { type, body: readFileSync(`${folder}/${path}`) }
    : null;
};

const read = (name: string): string => readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8');

/** Strips the types. Node warns on every start that its type stripping is experimental; the warning is suppressed. */
const plain = (name: string): string => {
  const warn = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(read(name));
  } finally {
    process.emitWarning = warn;
  }
};

const fixed: Readonly<Record<string, () => Sent>> = {
  '/charts/': () => ({ type: 'text/html; charset=utf-8', body: read('index.html') }),
  '/charts/facts.json': () => ({ type: 'application/json', body: JSON.stringify(gatherFacts()) }),
  '/charts/page.css': () => ({ type: 'text/css; charset=utf-8', body: styles.map(read).join('\n') }),
};

const answerOf = (path: string): Sent | null => {
  const [, script] = /^\/charts\/([\w-]+)\.ts$/.exec(path) ?? [];
  if (script !== undefined && scripts.includes(script)) return { type: types.js ?? '', body: plain(`${script}.ts`) };
  // The sites' settings and logos are the only files of the shop that simulated screens request.
  if (path.startsWith('/sites/')) return built(`${simulationFolder}/simulation`, path.slice(1));
  const [, file] = /^\/charts\/((?:simulation|ways|drawings)\/.+)$/.exec(path) ?? [];
  return file === undefined ? (fixed[path]?.() ?? null) : built(simulationFolder, file);
};

/** Handles all requests. */
export const pages: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const isFrame = pathname.startsWith('/charts/simulation/');
  if (pathname === '/' || pathname === '/charts') return response.writeHead(302, { location: '/charts/' }).end();
  const sent = answerOf(pathname);
  if (sent === null) return response.writeHead(404).end();
  const { type, body } = sent;
  return response
    .writeHead(200, {
      'content-type': type,
      'content-security-policy': policyOf(isFrame),
      // hashed files; the browser keeps them compiled
      'cache-control': pathname.startsWith('/charts/simulation/assets/') ? 'max-age=31536000, immutable' : 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(body);
};
