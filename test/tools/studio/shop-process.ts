import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithParent } from '#server/sandbox-process.ts';
import { freePort } from '../free-port.mjs';

const main = fileURLToPath(new URL('../../../server/main.ts', import.meta.url));

/** Where the processes listen, which browsers do not ask themselves. */
export type ShopProcess = {
  url: string;
  sandboxUrl: string;
  /** Fulfilled with its last words when it has ended. */
  ended: Promise<string>;
  close: () => Promise<void>;
};

type Fronts = { shop: string; sandbox: string };

/**
 * A demo shop as `npm start` runs it, on free ports, with a folder of its own that goes when it ends: it meets no other. In: the
 * origins under which browsers see shop and sandbox. Throws with its words when it ends instead of listening.
 */
export const startShopProcess = async (fronts: Fronts): Promise<ShopProcess> => {
  const folder = mkdtempSync(join(tmpdir(), 'ticket-store-charts-'));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const shop = spawn(process.execPath, ['--import', endWithParent, main], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: folder,
      PUBLIC_URL: fronts.shop,
      SANDBOX_URL: fronts.sandbox,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C reaches this process alone, which ends the shop in order
    detached: process.platform !== 'win32',
  });
  let said = '';
  const ended = new Promise<string>((resolve) =>
    shop.once('exit', () => {
      rmSync(folder, { recursive: true, force: true });
      resolve(said);
    }),
  );
  const close = async () => {
    shop.kill('SIGTERM');
    await ended;
  };
  return new Promise((resolve, reject) => {
    const listen = (part: Buffer) => {
      said = `${said}${part.toString()}`.slice(-4000);
      if (!said.includes('Stop with')) return;
      resolve({ url: `http://127.0.0.1:${port}`, sandboxUrl: `http://127.0.0.1:${sandboxPort}`, ended, close });
    };
    shop.stdout?.on('data', listen);
    shop.stderr?.on('data', listen);
    void ended.then((words) => reject(new Error(`The shop did not start.\n${words}`)));
  });
};
