import type { Plugin } from 'vite';

type Bundle = NonNullable<Parameters<Extract<Plugin['generateBundle'], (...all: never) => unknown>>[1]>;
type Chunk = Extract<Bundle[string], { type: 'chunk' }>;

/** What shows a ticket: its charts, its screen, and the table that names it. */
const ticketModules = ['/src/app/secondary-pages.ts', '/machines/pages.ts', '/src/screens/ticket/ticket-screen.tsx'];

/**
 * Preload links for the texts of a page's language, and on the base of tickets for all that shows a ticket, which would else come
 * in three rounds. The server removes the links that a request does not need, by `data-of` (server/pages/page.ts).
 */
export const preloadsOf = (bundle: Bundle): string[] => {
  const chunks = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part : []));
  const entries = chunks.filter(({ isEntry }) => isEntry);
  const isFirst = new Set(entries.flatMap(({ fileName, imports }) => [fileName, ...imports]));
  const withImports = (chunk: Chunk, found = new Set<Chunk>()): Set<Chunk> => {
    if (isFirst.has(chunk.fileName) || found.has(chunk)) return found;
    found.add(chunk);
    for (const one of chunks) if (chunk.imports.includes(one.fileName)) withImports(one, found);
    return found;
  };
  const ofTickets = new Set<Chunk>();
  for (const chunk of chunks)
    if (ticketModules.some((module) => chunk.facadeModuleId?.endsWith(module))) withImports(chunk, ofTickets);
  const neededBy = (chunk: Chunk): string | null => {
    const [, lang, part] = /\/locales\/([a-z-]+)\/(first|messages)\.json/.exec(chunk.facadeModuleId ?? '') ?? [];
    if (lang) return part === 'first' ? lang : `tickets ${lang}`;
    return ofTickets.has(chunk) ? 'tickets' : null;
  };
  const styles = new Set([...ofTickets].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
  return [
    ...chunks.flatMap((chunk) => {
      const of = neededBy(chunk);
      return of ? `<link rel="modulepreload" data-of="${of}" crossorigin href="/${chunk.fileName}">` : [];
    }),
    ...[...styles].map((file) => `<link rel="preload" as="style" data-of="tickets" crossorigin href="/${file}">`),
  ];
};
