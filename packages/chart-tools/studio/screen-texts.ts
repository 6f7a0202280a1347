import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Lang } from 'ticket-store/src/domain/lang.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Where the app names the component of each screen but the first. */
const tables = ['purchase', 'ticket', 'ticket-flow', 'other'].map((file) => `src/app/${file}-pages.ts`);

/** The rows of a table of components, with the file that each component comes from. */
const rowsIn = (text: string): [screen: string, file: string][] => {
  const imports = [...text.matchAll(/^import \{ (.*) \} from '#(.*)';$/gm)];
  return [...text.matchAll(/'?([\w-]+)'?: (\w+)/g)].flatMap(([, screen = '', name = '']) => {
    const file = imports.find(([, names = '']) => names.split(', ').includes(name))?.[2];
    return file ? [[screen, file] as [string, string]] : [];
  });
};

/** The file of each screen's component. */
const filesOfScreens = (): [screen: string, file: string][] => [
  ['order', 'src/screens/purchase/order/order-screen.tsx'],
  ...tables.flatMap((table) => rowsIn(read(table))),
];

/** A file with all that it imports of the screens, forms and payments. */
const withImports = (file: string, found: Set<string> = new Set()): Set<string> => {
  if (found.has(file) || !existsSync(join(root, file))) return found;
  found.add(file);
  for (const [, from = ''] of read(file).matchAll(/from '((?:\.|#src\/(?:screens|forms|payments)\/)[^']+)'/g))
    withImports(from.startsWith('#') ? from.slice(1) : join(dirname(file), from), found);
  return found;
};

/** Texts by screen, each in every language. */
export type ScreenTexts = Readonly<Record<string, readonly Readonly<Record<Lang, string>>[]>>;

/** The texts that a screen may show: all message ids in the sources of its component. */
export const readScreenTexts = (
  ids: ReadonlySet<string>,
  rowOf: (id: string) => Readonly<Record<Lang, string>>,
): ScreenTexts =>
  Object.fromEntries(
    filesOfScreens().map(([screen, file]) => {
      const texts = [...withImports(file)].map(read).join('\n');
      const named = [...texts.matchAll(/'(\w+)'/g)].flatMap(([, id = '']) => (ids.has(id) ? [id] : []));
      return [screen, [...new Set(named)].map(rowOf)];
    }),
  );
