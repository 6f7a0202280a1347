import { statSync } from 'node:fs';

/** Time and size of a file, which differ after every change; '' if there is none that can be read. */
export const stampOf = (path: string): string => {
  try {
    const stats = statSync(path, { bigint: true });
    return `${stats.mtimeNs} ${stats.ctimeNs} ${stats.size} ${stats.ino}`;
  } catch {
    return '';
  }
};
