import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const client = fileURLToPath(new URL('../../../dist/client', import.meta.url));

/** Members, words in quotes and free names in the scripts of the build: nothing else can reach an API. */
export const namesShipped = (): ReadonlySet<string> => {
  const scripts = readdirSync(join(client, 'assets')).filter((name) => name.endsWith('.js'));
  const texts = scripts.map((name) => readFileSync(join(client, 'assets', name), 'utf8'));
  const used = texts.flatMap((text) => [
    ...text.matchAll(/\.([\w$]+)|["'`]([\w$]+)["'`]|(?<![\w$.])([\w$]+)(?!\s*:)/g),
  ]);
  return new Set(used.flatMap(([, member, word, free]) => member ?? word ?? free ?? []));
};

/** A copy of the build whose service worker runs something first. Out: its folder, and what removes it. */
export const buildWithWorker = (first: string): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  cpSync(client, folder, { recursive: true });
  const worker = join(folder, 'ticket-worker.js');
  writeFileSync(worker, `${first}\n${readFileSync(worker, 'utf8')}`);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
