import { dirname } from 'node:path';
import { isTest, type Source } from './source.ts';

/**
 * Floors of `server` and `machines`, lowest first: a room imports itself and rooms on lower floors, types included
 * (docs/architecture.md#floors). A floor may have several rooms, which do not import each other; `a+b` is one room of two folders.
 * A room is a folder, or a file. The last floor of `server` is its files outside of any room.
 */
export const floors: Readonly<Record<string, readonly string[]>> = {
  server: ['core', 'db', 'shared', 'catalogue', 'orders', 'tickets', 'payments', 'mail', 'web', 'operators', '.'],
  machines: [
    'shared+dialog+toast',
    'catalogue checkout correction hold inquiry mail-release queue signage ticket',
    'coupon order receipt revoke send share',
    'payment',
    'change-date',
    'purchase',
    'app',
    '.',
  ],
};

/** Demo data: the only rooms that it imports, and the only file that imports it. */
export const demo = {
  room: 'server/catalogue/demo',
  imports: ['server/db', 'server/catalogue'],
  importedBy: 'server/demo.ts',
};

type Arrow = readonly [from: string, to: string];

const isIn = (path: string, room: string): boolean => path === room || path.startsWith(`${room}/`);
const isDemo = (path: string): boolean => isIn(path, demo.room);
const isCounted = (path: string): boolean =>
  Object.keys(floors).some((folder) => path.startsWith(`${folder}/`)) && !isTest(path);

/** The floor and room of a path by the table; null in a folder that is not in it. */
const placeOf = (path: string): { floor: number; room: string } | null => {
  const folder = path.split('/')[0] ?? '';
  const rows = floors[folder] ?? [];
  const named = rows.flatMap((row, floor) => row.split(' ').map((room) => ({ floor, room })));
  const within = ({ room }: { room: string }) =>
    room === '.' ? dirname(path) === folder : room.split('+').some((name) => isIn(path, `${folder}/${name}`));
  return named.find(within) ?? null;
};

/** Imports between these files, within `server` and within `machines`. */
export const arrowsOf = (sources: readonly Source[]): Arrow[] =>
  sources
    .filter(({ path }) => isCounted(path))
    .flatMap(({ path, imports }) => imports.map(({ to }): Arrow => [path, to]))
    .filter(([from, to]) => isCounted(to) && from.split('/')[0] === to.split('/')[0]);

/** Whether an import from or of demo data is not allowed. */
const isDemoFault = ([from, to]: Arrow): boolean =>
  isDemo(from) ? ![demo.room, ...demo.imports].some((room) => isIn(to, room)) : from !== demo.importedBy;

/** A line for each import that goes up, or sideways into another room of the same floor, and for each file in no room. */
export const floorFaults = (sources: readonly Source[]): string[] => {
  const files = sources.map(({ path }) => path).filter((path) => isCounted(path) && !isDemo(path));
  const homeless = files.filter((path) => placeOf(path) === null).map((path) => `${path} is on no floor`);
  const wrong = arrowsOf(sources).filter((arrow) => {
    const [from, to] = arrow;
    if (isDemo(from) || isDemo(to)) return isDemoFault(arrow);
    const [own, other] = [placeOf(from), placeOf(to)];
    if (!own || !other) return false;
    return own.room !== other.room && other.floor >= own.floor;
  });
  return [...homeless, ...wrong.map(([from, to]) => `${from} → ${to}`)];
};

/** A line for each circle of files, types and `import()` included. */
export const circleFaults = (sources: readonly Source[]): string[] => {
  const paths = new Set(sources.map(({ path }) => path).filter((path) => !isTest(path)));
  const targets = new Map(
    sources
      .filter(({ path }) => paths.has(path))
      .map(({ path, imports }) => [path, imports.map(({ to }) => to).filter((to) => paths.has(to))] as const),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) found.push([...trail.slice(at), path].join(' → '));
    if (at >= 0 || done.has(path)) return;
    for (const to of targets.get(path) ?? []) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return found;
};
