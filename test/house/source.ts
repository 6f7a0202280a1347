import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ESTree, parseSync } from 'vite';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** An import: `to` is a path from the root (`src/ui/button.tsx`) or a package (`react`); `type`: of types only; `lazy`: `import()`. */
export type Import = { to: string; type: boolean; lazy: boolean };
export type Source = {
  path: string;
  text: string;
  program: ESTree.Program;
  comments: ReturnType<typeof parseSync>['comments'];
  imports: readonly Import[];
};

/** A file of the repository as text, by its path from the root. */
export const readText = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Paths from the root of every file in the folders, sorted. */
export const filesIn = (folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();

const resolve = (path: string, wanted: string): string => {
  const bare = wanted.replace(/\?.*$/, '');
  if (bare.startsWith('#')) return bare.slice(1);
  if (bare.startsWith('ticket-store/')) return bare.slice('ticket-store/'.length);
  if (bare.startsWith('@ticket-store/')) return bare.replace('@ticket-store', 'packages');
  return bare.startsWith('.') ? join(dirname(path), bare) : bare;
};

/** A file's syntax tree and imports: named, for effect, lazy, and of types. Throws on syntax errors. */
export const parse = (path: string, text: string): Source => {
  const { program, comments, module, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const found = (written: string, kind: 'value' | 'type' | 'lazy'): Import => {
    return { to: resolve(path, written), type: kind === 'type', lazy: kind === 'lazy' };
  };
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries }) =>
      found(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType) ? 'type' : 'value'),
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [found(moduleRequest.value, isType ? 'type' : 'value')] : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => found(text.slice(start + 1, end - 1), 'lazy')),
    ...[...text.matchAll(/\btypeof import\('([^']+)'\)|[:<|&=]\s*import\('([^']+)'\)\./g)].map(([, typeOf, type]) =>
      found(typeOf ?? type ?? '', 'type'),
    ),
  ];
  return { path, text, program, comments, imports };
};

/** The files of this process that were parsed before: every rule reads the same ones. */
const parsed = new Map<string, Source>();

/** Every source file in the folders whose name matches, parsed. */
export const sourcesIn = (folders: readonly string[], named = /\.(?:ts|tsx|mjs)$/): Source[] =>
  filesIn(folders)
    .filter((path) => named.test(path))
    .map((path) => {
      const source = parsed.get(path) ?? parse(path, readText(path));
      parsed.set(path, source);
      return source;
    });

/** Whether a file contains tests. */
export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

/** Whether a path is in a room: the folder itself or anything below, or a file of that name. */
export const isIn = (path: string, room: string): boolean =>
  path === room || path.startsWith(`${room}/`) || path.startsWith(`${room}.`);
