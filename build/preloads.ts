import type { Plugin } from 'vite';
import { textsIn } from './catalogues.ts';

type Bundle = NonNullable<Parameters<Extract<Plugin['generateBundle'], (...all: never) => unknown>>[1]>;
type Chunk = Extract<Bundle[string], { type: 'chunk' }>;

/** What shows a ticket. */
const ticketModules = ['/src/app/ticket-pages.ts'];

type Linked = { chunks: Chunk[]; withImports: (modules: readonly string[]) => Set<Chunk> };

/** The chunks of a page, and what some of its modules need beside what the page has loaded itself. */
const chunksOf = (bundle: Bundle): Linked => {
  const chunks = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part : []));
  const entries = chunks.filter(({ isEntry }) => isEntry);
  const isFirst = new Set(entries.flatMap(({ fileName, imports }) => [fileName, ...imports]));
  const add = (chunk: Chunk, found: Set<Chunk>): void => {
    if (isFirst.has(chunk.fileName) || found.has(chunk)) return;
    found.add(chunk);
    for (const one of chunks) if (chunk.imports.includes(one.fileName)) add(one, found);
  };
  const withImports = (modules: readonly string[]) => {
    const found = new Set<Chunk>();
    for (const chunk of chunks) if (modules.some((module) => chunk.facadeModuleId?.endsWith(module))) add(chunk, found);
    return found;
  };
  return { chunks, withImports };
};

const stylesOf = (chunks: Iterable<Chunk>): Set<string> =>
  new Set([...chunks].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));

/**
 * Preload links for the texts of a page's language, and on the base of tickets for all that shows a ticket, which would else come
 * in three rounds. The server removes the links that a request does not need, by `data-of` (server/web/pages/page.ts).
 */
export const preloadsOf = (bundle: Bundle): string[] => {
  const { chunks, withImports } = chunksOf(bundle);
  const ofTickets = withImports(ticketModules);
  const neededBy = (chunk: Chunk): string | null => {
    const found = textsIn(chunk.facadeModuleId);
    if (found) return `${found.isFirst ? 'first' : 'tickets'} ${found.lang}`;
    return ofTickets.has(chunk) ? 'tickets' : null;
  };
  return [
    ...chunks.flatMap((chunk) => {
      const of = neededBy(chunk);
      return of ? `<link rel="modulepreload" data-of="${of}" crossorigin href="/${chunk.fileName}">` : [];
    }),
    ...[...stylesOf(ofTickets)].map(
      (file) => `<link rel="preload" as="style" data-of="tickets" crossorigin href="/${file}">`,
    ),
  ];
};
