import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteCode } from '#src/domain/site.ts';
import type { Drawn } from './child.ts';
import { rendererFile } from './png.ts';

type Result = Exclude<Drawn, 'unavailable'>;

/** Results of drawings, files in the folder of each site, so that a restart draws nothing. Processes may share it. */
export const storeDrawings = (folder: string) => {
  const renderer = createHash('sha256').update(readFileSync(rendererFile)).digest('hex');
  const pathOf = (site: SiteCode, name: string, ending: string) => join(folder, site, `${name}.${ending}`);
  return {
    /** A name for all that decides a result: the picture, the renderer, `settings`. */
    nameOf: (svg: Uint8Array, settings: object): string =>
      createHash('sha256')
        .update(JSON.stringify([renderer, settings]))
        .update(svg)
        .digest('hex'),
    /** Null where nothing can be read. */
    read: (site: SiteCode, name: string): Result | null => {
      try {
        return existsSync(pathOf(site, name, 'failed')) ? 'failed' : readFileSync(pathOf(site, name, 'png'));
      } catch {
        return null;
      }
    },
    /** Writes a result and removes those of a site that are not among `names`. */
    write: (site: SiteCode, name: string, result: Result, names: readonly string[]): void => {
      mkdirSync(join(folder, site), { recursive: true });
      const own = pathOf(site, name, randomUUID());
      writeFileSync(own, result === 'failed' ? '' : result);
      renameSync(own, pathOf(site, name, result === 'failed' ? 'failed' : 'png'));
      for (const file of readdirSync(join(folder, site)))
        if (!names.some((one) => file.startsWith(one))) rmSync(join(folder, site, file), { force: true });
    },
  };
};
