import { rooms } from './rooms.ts';
import { isIn, type Source } from './source.ts';

const folders = ['machines', 'src', 'server', 'locales', 'test'];

/** The room a file belongs to; a test belongs to `test` wherever it stands. */
export const roomOf = (path: string): string => {
  if (/\.test\.tsx?$/.test(path)) return 'test';
  const fitting = Object.keys(rooms).filter((name) => isIn(path, name));
  return fitting.sort((a, b) => b.length - a.length)[0] ?? '';
};

/** In: one source. Out: a line for every import that points the wrong way or does not name its file's ending. */
export const importFaults = ({ path, imports }: Source): string[] => {
  const name = roomOf(path);
  const room = rooms[name];
  if (room === undefined) return [`${path} is in no room of test/house/rooms.ts`];
  return imports.flatMap(({ to, type, lazy }) => {
    const within = (names: readonly string[] = []) => names.some((other) => isIn(to, other));
    const fault = [`${path} → ${to}`];
    if (!folders.some((folder) => to.startsWith(`${folder}/`))) {
      const allowed = room.packages === 'all' || room.packages.includes(to);
      return allowed ? [] : fault;
    }
    if (!/\.(ts|tsx|mjs|css|json)$/.test(to)) return [`${path} → ${to} (ending?)`];
    if (within(room.never)) return fault;
    if (roomOf(to) === name || within(room.rooms)) return [];
    if (type && within(room.types)) return [];
    if ((type || lazy) && within(room.lazy)) return [];
    return fault;
  });
};
