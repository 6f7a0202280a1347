import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithParent } from '@ticket-store/sandbox/process.ts';
import { inherited } from 'ticket-store/test/api/kit/process.ts';
import { freePort } from 'ticket-store/test/tools/free-port.mjs';

const main = fileURLToPath(new URL('../../../server/main.ts', import.meta.url));

/** The addresses where the processes listen; browsers use the proxy in front instead. */
export type ShopProcess = {
  url: string;
  sandboxUrl: string;
  /** Resolves with its last output when it has ended. */
  ended: Promise<string>;
  close: () => Promise<void>;
};

/** The addresses under which browsers see shop and sandbox. */
export type Fronts = { shop: string; sandbox: string };

/**
 * Starts a demo shop as `npm start` does, on free ports with a temporary folder. `fronts` are the origins under which browsers
 * see shop and sandbox. Throws with its output if it ends before it listens.
 */
export const startShopProcess = async (fronts: Fronts): Promise<ShopProcess> => {
  const folder = mkdtempSync(join(tmpdir(), 'ticket-store-charts-'));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const shop = spawn(process.execPath, ['--import', endWithParent, main], {
    env: {
      ...inherited,
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: folder,
      PUBLIC_URL: fronts.shop,
      SANDBOX_URL: fronts.sandbox,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C must reach only this process, which then stops the shop gracefully.
    detached: process.platform !== 'win32',
  });
  let output = '';
  const ended = new Promise<string>((resolve) =>
    shop.once('exit', () => {
      rmSync(folder, { recursive: true, force: true });
      resolve(output);
    }),
  );
  const close = async () => {
    shop.kill('SIGTERM');
    await ended;
  };
  return new Promise((resolve, reject) => {
    const listen = (part: Buffer) => {
      output = `${output}${part.toString()}`.slice(-4000);
      if (!output.includes('Stop with')) return;
      resolve({ url: `http://127.0.0.1:${port}`, sandboxUrl: `http://127.0.0.1:${sandboxPort}`, ended, close });
    };
    shop.stdout?.on('data', listen);
    shop.stderr?.on('data', listen);
    void ended.then((text) => reject(new Error(`The shop did not start.\n${text}`)));
  });
};
