import { afterEach, describe, expect, it } from 'vitest';
import { bareStart, quiet } from './kit/bare.ts';
import { type ServerProcess, startProcess, temporaryFolder } from './kit/process.ts';

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

const start = (folder: string) =>
  seconds(async () => {
    server = await startProcess(folder);
    const products = await fetch(`${server.url}/api/v1/products?lang=ja`, { signal: AbortSignal.timeout(10_000) });
    if (!products.ok) throw new Error(`The products are answered with ${products.status}.`);
  });

/* Retried once: the load of a busy machine changes between two measurements. */
describe('the server starts', { retry: 1, timeout: 180_000 }, () => {
  it('in ten seconds on an empty folder and in three on a filled one, more only where a bare database is slower too', async () => {
    const [bareFolder, folder] = [newFolder(), newFolder()];
    const bareCold = await bareStart(bareFolder);
    const cold = await start(folder);
    await server?.end('SIGTERM');
    const bareAgain = await bareStart(bareFolder);
    const again = await start(folder);
    const measured = JSON.stringify({ bareCold, cold, bareAgain, again });
    expect(cold, measured).toBeLessThan(10 * Math.max(1, bareCold / quiet.cold));
    expect(again, measured).toBeLessThan(3 * Math.max(1, bareAgain / quiet.again));
  });
});
