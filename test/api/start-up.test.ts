import { afterEach, expect, it } from 'vitest';
import { type ServerProcess, startProcess, temporaryFolder } from './kit/process.ts';

/** `npm run tool -- load bench` measures the seconds (docs/architecture.md#bar-server-speed); the same work is the same on any machine. */
const counter = new URL('kit/count-work.mjs', import.meta.url).href;

const { folder, remove } = temporaryFolder();
let server: ServerProcess | undefined;
afterEach(async () => {
  await server?.end('SIGKILL');
  remove();
});

const start = async (): Promise<{ modules: number; messages: number }> => {
  server = await startProcess(folder, { NODE_OPTIONS: `--import=${counter}` });
  const products = await fetch(`${server.url}/api/v1/products?lang=ja`, { signal: AbortSignal.timeout(30_000) });
  expect(products.status).toBe(200);
  await expect.poll(() => server?.output()).toContain('WORK ');
  return JSON.parse(/WORK (.*)/.exec(server.output())?.[1] ?? '');
};

it('the server starts with at most 1,200 modules, fills an empty folder in 1,700 messages and opens a filled one in 30', async () => {
  const cold = await start();
  expect(await server?.end('SIGTERM')).toBe(0);
  const again = await start();
  const measured = JSON.stringify({ cold, again });
  expect(cold.modules, measured).toBeLessThanOrEqual(1_200);
  expect(cold.messages, measured).toBeLessThanOrEqual(1_700);
  expect(again.messages, measured).toBeLessThanOrEqual(30);
});
