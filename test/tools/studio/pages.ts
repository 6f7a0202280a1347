import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { machines } from '#machines/index.ts';
import { chartStyle } from '../exports/chart-style.ts';
import { formats } from '../exports/files.ts';
import { graphOf } from '../exports/graph.ts';
import { drawingOf } from '../exports/svg.ts';
import { gatherFacts } from './facts.ts';

type Sent = { type: string; body: string | Buffer; name?: string };

const script = 'text/javascript; charset=utf-8';
const html = 'text/html; charset=utf-8';
const scripts = ['page', 'drawing', 'pan', 'live', 'details', 'tree', 'events', 'parts', 'pictures', 'shop'];

const styles = ['page.css', 'canvas.css', 'panels.css', 'dialog.css', 'narrow.css'];

/** Allows no other origins; frames are the shop, or the sandbox to which a payment redirects. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self' http://localhost:*; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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

/** Draws every chart once; the result handles the requests under `/charts/`. */
export const createPages = async (gallery: string): Promise<RequestListener> => {
  const fixed = new Map<string, Sent>([
    ['', { type: html, body: read('index.html') }],
    ['page.css', { type: 'text/css; charset=utf-8', body: [...styles.map(read), chartStyle].join('\n') }],
    ...scripts.map((name) => [`${name}.ts`, { type: script, body: plain(`${name}.ts`) }] as const),
  ]);
  for (const machine of Object.values(machines))
    fixed.set(`drawings/${machine.id}`, { type: 'image/svg+xml', body: await drawingOf(graphOf(machine)) });

  const answerOf = async (path: string): Promise<Sent | null> => {
    const [first = '', second = '', third = ''] = path.split('/');
    if (path === 'facts.json') return { type: 'application/json', body: JSON.stringify(gatherFacts(gallery)) };
    if (first === 'gallery') return picture(gallery, second);
    return first === 'files' ? file(second, third) : (fixed.get(path) ?? null);
  };

  return async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/charts') return response.writeHead(308, { location: '/charts/' }).end();
    const sent = await answerOf(decodeURIComponent(pathname.slice('/charts/'.length))).catch(() => null);
    if (sent === null) return response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.');
    const { type, body, name } = sent;
    const along = name === undefined ? {} : { 'content-disposition': `attachment; filename="${name}"` };
    return response
      .writeHead(200, {
        ...along,
        'content-type': type,
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .end(body);
  };
};
