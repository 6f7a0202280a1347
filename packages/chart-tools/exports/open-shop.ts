import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from 'ticket-store/server/build.mjs';
import { root } from 'ticket-store/server/core/install.mjs';
import { inherited } from 'ticket-store/test/api/kit/process.ts';

/** The shop of SHOP_URL, or one of its own in an empty folder, as `npm start` runs it. */
export const openShop = async (): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  if (process.env.SHOP_URL) return { url: process.env.SHOP_URL, close: async () => undefined };
  await buildIfStale();
  const folder = mkdtempSync(join(tmpdir(), 'ticket-store-'));
  const env = { ...inherited, PORT: '0', DATA_DIR: folder };
  const server = spawn(process.execPath, [join(root, 'server/main.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const close = async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return new Promise((resolve, reject) => {
    let output = '';
    server.stdout.on('data', (part) => {
      output += String(part);
      const url = /Shop\s+(http:\/\/\S+?)\/\s/.exec(output)?.[1];
      if (url) resolve({ url, close });
    });
    server.once('exit', (code) => reject(new Error(`The shop ended (${code}).\n${output}`)));
  });
};
