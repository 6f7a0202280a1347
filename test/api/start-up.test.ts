import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type ServerProcess, startProcess, temporaryFolder } from './kit/process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders: ReturnType<typeof temporaryFolder>[] = [];
let server: ServerProcess | undefined;
afterEach(async () => {
  await server?.end('SIGKILL');
  for (const { remove } of folders.splice(0)) remove();
});

const newFolder = (): string => {
  const made = temporaryFolder();
  folders.push(made);
  return made.folder;
};

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};

/** The least any server on PGlite takes: a process that opens the folder and asks one thing. */
const bare = (folder: string) =>
  seconds(async () => {
    const program = `
      import { PGlite } from '@electric-sql/pglite';
      const pglite = await PGlite.create(process.argv[1]);
      await pglite.query('select 1');
      await pglite.close();
      process.exit(0);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder], {
      cwd: root,
      stdio: 'ignore',
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`The calibration ended with ${code}.`);
  });

const start = (folder: string) =>
  seconds(async () => {
    server = await startProcess(folder);
    const products = await fetch(`${server.url}/api/v1/products?lang=ja`, { signal: AbortSignal.timeout(10_000) });
    if (!products.ok) throw new Error(`The products are answered with ${products.status}.`);
  });

/** What `bare` takes on a machine of two quiet cores, where the bars of 10 s and 3 s are meant (server/README.md). */
const quiet = { cold: 3, again: 1 };

/* Neighbours come and go between two measurements on a busy machine: once more before it counts. */
describe('the server starts', { retry: 1, timeout: 180_000 }, () => {
  it('in ten seconds on an empty folder and in three on a filled one, more only where a bare database is slower too', async () => {
    const [bareFolder, folder] = [newFolder(), newFolder()];
    const bareCold = await bare(bareFolder);
    const cold = await start(folder);
    await server?.end('SIGTERM');
    const bareAgain = await bare(bareFolder);
    const again = await start(folder);
    const measured = JSON.stringify({ bareCold, cold, bareAgain, again });
    expect(cold, measured).toBeLessThan(10 * Math.max(1, bareCold / quiet.cold));
    expect(again, measured).toBeLessThan(3 * Math.max(1, bareAgain / quiet.again));
  });
});
