import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { Environment } from '#src/domain/site.ts';
import { fillFolder } from '#test/api/kit/database.ts';
import { startProcess, temporaryFolder } from '#test/api/kit/process.ts';
import { type Shop, startShop } from '#test/api/kit/shop.ts';

/** A running shop as a browser sees it. */
export type Host = { url: string; sandboxUrl: string; close: () => Promise<void> };

const clientFolder = fileURLToPath(new URL('../../../dist/client', import.meta.url));

const insistOnBuild = () => {
  if (!existsSync(join(clientFolder, 'index.html')))
    throw new Error('The app is not built: run "npm run build" first.');
};

/** The built app on a server in this process: starts quickly, and tests can access its database. */
export const startOwnShop = async (options: { env?: Environment; sites?: Sites } = {}): Promise<Shop & Host> => {
  insistOnBuild();
  const shop = await startShop({ clientFolder, ...options });
  return { ...shop, sandboxUrl: shop.sandbox.url };
};

/** The server as `npm start` runs it: separate processes, a filled folder, free ports. */
export const startRealServer = async (): Promise<Host> => {
  insistOnBuild();
  const { folder, remove } = temporaryFolder();
  await fillFolder(folder);
  const { url, output, end } = await startProcess(folder);
  const sandboxUrl = /Sandbox\s+(http:\/\/\S+?)\/sandbox/.exec(output())?.[1] ?? '';
  const close = async () => {
    await end('SIGTERM');
    remove();
  };
  return { url, sandboxUrl, close };
};
