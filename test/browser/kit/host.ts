import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sites } from '#server/sites/sites.ts';
import type { Wallets } from '#server/wallets/wallets.ts';
import type { Environment } from '#src/domain/site.ts';
import { inherited } from '#test/api/kit/process.ts';
import { type Shop, startShop } from '#test/api/kit/shop.ts';

/** A running shop as a browser sees it. */
export type Host = { url: string; sandboxUrl: string; close: () => Promise<void> };

const clientFolder = fileURLToPath(new URL('../../../dist/client', import.meta.url));

const insistOnBuild = () => {
  if (!existsSync(join(clientFolder, 'index.html')))
    throw new Error('The app is not built: run "npm run build" first.');
};

/** The built app on a server in this process: starts quickly, and tests can access its database. */
export const startOwnShop = async (
  options: { env?: Environment; wallets?: Wallets; clientFolder?: string; sites?: Sites } = {},
): Promise<Shop & Host> => {
  insistOnBuild();
  const shop = await startShop({ clientFolder, ...options });
  return { ...shop, sandboxUrl: shop.sandbox.url };
};

/** The server as `npm start` runs it: separate processes, an empty folder, free ports. */
export const startRealServer = (): Promise<Host> => {
  insistOnBuild();
  const folder = mkdtempSync(join(tmpdir(), 'ticket-store-'));
  const main = fileURLToPath(new URL('../../../server/main.ts', import.meta.url));
  const env = { ...inherited, PORT: '0', DATA_DIR: folder };
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const close = async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return new Promise((resolve, reject) => {
    let output = '';
    const listen = (part: Buffer) => {
      output += part.toString();
      const url = /Shop\s+(http:\/\/\S+?)\/\s/.exec(output)?.[1];
      const sandboxUrl = /Sandbox\s+(http:\/\/\S+?)\/sandbox/.exec(output)?.[1];
      if (url && sandboxUrl) resolve({ url, sandboxUrl, close });
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.once('exit', (code) => reject(new Error(`The server ended (${code}).\n${output}`)));
  });
};
