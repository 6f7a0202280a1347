import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Lang } from '#src/domain/lang.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Where the app names the component of each screen. */
const tables = ['src/app/screens.ts', 'src/app/purchase-pages.ts', 'src/app/secondary-pages.ts'];

/** The file of each screen's component. */
const filesOfScreens = (): [screen: string, file: string][] => [
  ['order', 'src/screens/purchase/order/order-screen.tsx'],
  ['sign-in', 'src/screens/purchase/sign-in/sign-in-screen.tsx'],
  ...tables.flatMap((table) =>
    [
      ...read(table).matchAll(/^ {2}'?([\w-]+)'?: async(?:(?!: async)[\s\S])*?import\('#(src\/screens\/[^']+)'\)/gm),
    ].map(([, screen = '', file = '']): [string, string] => [screen, file]),
  ),
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
