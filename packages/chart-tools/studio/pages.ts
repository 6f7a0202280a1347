import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { text } from 'node:stream/consumers';
import { machines } from 'ticket-store/machines/index.ts';
import { chartStyle } from '../exports/chart-style.ts';
import { formats } from '../exports/files.ts';
import { writeVisit } from '../paths/command.ts';
import { simulationFolder } from './build-simulation.ts';
import { changesSince } from './changes.ts';
import { gatherFacts } from './facts.ts';

export type Sent = { type: string; body: string | Buffer; name?: string };

const script = 'text/javascript; charset=utf-8';
const html = 'text/html; charset=utf-8';
const scripts = readdirSync(new URL('./page', import.meta.url))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => name.slice(0, -'.ts'.length));

const styles = ['page.css', 'canvas.css', 'panels.css', 'details.css', 'dialog.css', 'views.css', 'narrow.css'];

/**
 * Allows no other origins; frames are the simulated screens, the shop, or the sandbox to which a payment redirects. The site's
 * picture stands in a style element of the simulated page.
 */
const policyOf = (isFrame: boolean): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'${isFrame ? " 'unsafe-inline'" : ''}; img-src 'self' data:; font-src 'self'; ` +
  `connect-src 'self'; frame-src 'self' http://localhost:*; base-uri 'none'; form-action 'none'; frame-ancestors ${isFrame ? "'self'" : "'none'"}`;

const types: Readonly<Record<string, string>> = {
  html,
  js: script,
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

/** The sites' settings and logos: the only files of the shop that simulated screens request. */
export const sitesFile = (path: string): Sent | null =>
  path.startsWith('/sites/') ? built(`${simulationFolder}/simulation`, path.slice(1)) : null;

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

const chartNamed = (id: string) => Object.values(machines).find((machine) => machine.id === id);

/** A picture in the gallery's folder, and none outside it. */
const picture = (gallery: string, name: string): Sent | null => {
  const path = `${gallery}/${name}`;
  return /^[\w.-]+\.png$/.test(name) && existsSync(path) ? { type: 'image/png', body: readFileSync(path) } : null;
};

/** A chart as a file to download: `/charts/files/<format>/<chart>.<ending>`. */
const file = async (format: string, name: string): Promise<Sent | null> => {
  const found = formats[format];
  const machine = found && chartNamed(name.replace(new RegExp(`\\.${found.ending}$`), ''));
  return found && machine ? { type: found.type, body: await found.write(machine), name } : null;
};

/** Handles the requests under `/charts/`. */
export const createPages = (gallery: string): RequestListener => {
  const fixed = new Map<string, Sent>([
    ['', { type: html, body: read('index.html') }],
    ['page.css', { type: 'text/css; charset=utf-8', body: [...styles.map(read), chartStyle].join('\n') }],
    ...scripts.map((name) => [`${name}.ts`, { type: script, body: plain(`${name}.ts`) }] as const),
  ]);
  /** What runs charts, or why it could not. */
  const found = async (finding: Promise<unknown>): Promise<Sent> => {
    const body = await finding.catch((thrown: unknown) => ({
      fault: thrown instanceof Error ? thrown.message : String(thrown),
    }));
    return { type: 'application/json', body: JSON.stringify(body) };
  };
  const visit = async (request: IncomingMessage) => ({
    file: await writeVisit(await text(request), { format: 'playwright', replies: 'planned' }),
  });

  const answerOf = async (path: string, request: IncomingMessage): Promise<Sent | null> => {
    const [first = '', second = '', third = ''] = path.split('/');
    if (path === 'facts.json') return { type: 'application/json', body: JSON.stringify(gatherFacts(gallery)) };
    if (first === 'gallery') return picture(gallery, second);
    if (['simulation', 'ways', 'drawings'].includes(first)) return built(simulationFolder, path);
    if (first === 'changes') return found(changesSince(second));
    if (path === 'visit' && request.method === 'POST') return found(visit(request));
    return first === 'files' ? file(second, third) : (fixed.get(path) ?? null);
  };

  return async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    // Comparing revisions and replaying visits runs charts, which no other site may cause.
    const { 'sec-fetch-site': from = 'same-origin' } = request.headers;
    if (/^\/charts\/(?:changes\/|visit$)/.test(pathname) && from !== 'same-origin')
      return response.writeHead(403).end();
    if (pathname === '/charts') return response.writeHead(308, { location: '/charts/' }).end();
    const sent = await answerOf(decodeURIComponent(pathname.slice('/charts/'.length)), request).catch(() => null);
    if (sent === null) return response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.');
    const { type, body, name } = sent;
    const along = name === undefined ? {} : { 'content-disposition': `attachment; filename="${name}"` };
    return response
      .writeHead(200, {
        ...along,
        'content-type': type,
        'content-security-policy': policyOf(pathname.startsWith('/charts/simulation/')),
        // hashed files; the browser keeps them compiled
        'cache-control': pathname.startsWith('/charts/simulation/assets/') ? 'max-age=31536000, immutable' : 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .end(body);
  };
};
