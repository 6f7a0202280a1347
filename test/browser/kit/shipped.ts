import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const client = fileURLToPath(new URL('../../../dist/client', import.meta.url));

/** Members, quoted strings and free names in the built scripts: an API can only be reached through one of them. */
export const namesShipped = (): ReadonlySet<string> => {
  const scripts = readdirSync(join(client, 'assets')).filter((name) => name.endsWith('.js'));
  const texts = scripts.map((name) => readFileSync(join(client, 'assets', name), 'utf8'));
  const used = texts.flatMap((text) => [
    ...text.matchAll(/\.([\w$]+)|["'`]([\w$]+)["'`]|(?<![\w$.])([\w$]+)(?!\s*:)/g),
  ]);
  return new Set(used.flatMap(([, member, literal, free]) => member ?? literal ?? free ?? []));
};

/**
 * A copy of the build whose service worker runs `first` before its own script. Returns its folder and a function that removes it.
 */
export const buildWithWorker = (first: string): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  cpSync(client, folder, { recursive: true });
  const worker = join(folder, 'ticket-worker.js');
  writeFileSync(worker, `${first}\n${readFileSync(worker, 'utf8')}`);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
