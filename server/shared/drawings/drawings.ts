import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOf, type Log } from '#server/core/log.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { SiteFault } from '#src/sites/files.ts';
import { zoom } from '#src/sites/preview-drawing.ts';
import { faultLine } from '#src/sites/read-site.ts';
import { type DrawingLimits, type Drawn, drawInChild, drawingLimits } from './child.ts';
import { rendererFile } from './png.ts';

type Result = Exclude<Drawn, 'unavailable'>;

/** Results of drawings, files in the folder of each site, so that a restart draws nothing. Processes may share it. */
const storeDrawings = (folder: string) => {
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
      const unfinished = pathOf(site, name, randomUUID());
      writeFileSync(unfinished, result === 'failed' ? '' : result);
      renameSync(unfinished, pathOf(site, name, result === 'failed' ? 'failed' : 'png'));
      for (const file of readdirSync(join(folder, site)))
        if (!names.some((one) => file.startsWith(one))) rmSync(join(folder, site, file), { force: true });
    },
  };
};

/** A drawing of a site's folder, and the address where it or its pixels are served. */
export type Drawable = { file: string; address: string; svg: Uint8Array };

type Job = { site: SiteCode; picture: Drawable; name: string; result: Drawn | null };

const faultIn = ({ file }: Drawable, { time, memory }: DrawingLimits): SiteFault => ({
  file,
  field: '',
  problem: `cannot be drawn within ${time} s and ${memory} MB; a simpler drawing is needed, or a PNG; mails and previews of links are without it`,
  isSold: true,
});

/**
 * Drawings of sites as PNG: mail programs draw no SVG (docs/operations.md#mails), nor do previews of links. Draws pictures one after
 * the other, in a process for each (`child.ts`); one that was replaced meanwhile is left out. Results are
 * stored in `folder`; nothing is written with `isReadOnly`.
 */
export const openDrawings = (options: {
  folder: string;
  isReadOnly?: boolean;
  log: Log;
  limits?: DrawingLimits;
  render?: typeof drawInChild;
  /** Nothing is drawn before, such as while the server starts. */
  after?: Promise<void>;
}) => {
  const { log, limits = drawingLimits, render = drawInChild } = options;
  const stored = storeDrawings(options.folder);
  const ending = new AbortController();
  const current = new Map<SiteCode, Job[]>();
  /** The drawing that was begun last, after all before it. */
  let last = options.after ?? Promise.resolve();
  const isCurrent = (job: Job): boolean => current.get(job.site)?.includes(job) ?? false;

  const store = ({ site, name }: Job, result: Drawn): void => {
    if (options.isReadOnly || result === 'unavailable') return;
    const names = (current.get(site) ?? []).map((job) => job.name);
    try {
      stored.write(site, name, result, names);
    } catch (thrown) {
      log('warn', 'drawing_not_stored', { site, ...faultOf(thrown) });
    }
  };

  const end = (job: Job, result: Drawn): void => {
    const { site, picture } = job;
    job.result = result;
    if (ending.signal.aborted || !isCurrent(job)) return;
    if (result === 'failed')
      log('error', 'site_invalid', {
        site,
        because: faultLine(site, faultIn(picture, limits)),
        in_use: 'all but this picture in mails and previews of links',
      });
    if (result === 'unavailable') log('error', 'drawing_unavailable', { site, file: picture.file });
  };

  const draw = async (job: Job): Promise<void> => {
    if (ending.signal.aborted || !isCurrent(job)) return end(job, 'unavailable');
    const bounds = { limits, signal: ending.signal };
    const result = await render(job.picture.svg, zoom, bounds).catch(() => 'unavailable' as const);
    store(job, result);
    end(job, result);
  };

  /** A result that is stored is not drawn again. */
  const begin = (job: Job): void => {
    const known = stored.read(job.site, job.name);
    if (known === null) last = last.then(() => draw(job));
    else end(job, known);
  };

  return {
    /** Draws the pictures of a site in place of those of its earlier version. */
    replace: (site: SiteCode, pictures: readonly Drawable[]): void => {
      const before = current.get(site) ?? [];
      const jobs = pictures.map((picture): Job => {
        const name = stored.nameOf(picture.svg, { zoom, limits });
        return before.find((job) => job.picture.address === picture.address) ?? { site, picture, name, result: null };
      });
      current.set(site, jobs);
      for (const job of jobs) if (!before.includes(job)) begin(job);
    },
    /** A picture that was drawn; null without one or while it is being drawn, so that no mail waits for a venue's pictures. */
    pngOf: (site: SiteCode, address: string): Uint8Array | null => {
      const job = current.get(site)?.find(({ picture }) => picture.address === address);
      if (!job) return null;
      if (job.result === 'unavailable' && !ending.signal.aborted) {
        job.result = null;
        begin(job);
      }
      return job.result instanceof Uint8Array ? job.result : null;
    },
    /** Pictures that cannot be drawn within the limits. */
    faults: (): { code: SiteCode; fault: SiteFault }[] =>
      [...current].flatMap(([code, jobs]) =>
        jobs.flatMap(({ result, picture }) => (result === 'failed' ? [{ code, fault: faultIn(picture, limits) }] : [])),
      ),
    settled: () => last,
    /** Kills what draws. */
    close: async () => {
      ending.abort();
      await last;
    },
  };
};

export type Drawings = ReturnType<typeof openDrawings>;
