import { rooms } from './rooms.ts';
import { isIn, isTest, type Source } from './source.ts';

const folders = ['build', 'machines', 'packages', 'src', 'server', 'locales', 'test'];

/** The room of a file; tests belong to `test` wherever they are. */
export const roomOf = (path: string): string => {
  if (isTest(path)) return 'test';
  const fitting = Object.keys(rooms).filter((name) => isIn(path, name));
  return fitting.sort((a, b) => b.length - a.length)[0] ?? '';
};

/** A line for each import in the wrong direction or without a file extension. */
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
