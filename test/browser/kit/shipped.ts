import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '#test/api/kit/process.ts';

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
 * A copy of the build for older browsers: `first` runs in the service worker before its own script, and no style has `:has()`, which
 * makes its whole rule void. Returns its folder and a function that removes it.
 */
export const olderBuild = (first: string): { folder: string; remove: () => void } => {
  const { folder, remove } = temporaryFolder();
  cpSync(client, folder, { recursive: true });
  const rewrite = (name: string, change: (text: string) => string) =>
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
  rewrite('ticket-worker.js', (worker) => `${first}\n${worker}`);
  const styled = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(css|html)$/.test(name),
  );
  // the script that looks for an outdated browser asks for `selector(:has(a))`
  for (const name of styled) rewrite(name, (styles) => styles.replaceAll(/(?<!selector\():has\(/g, ':unsupported('));
  return { folder, remove };
};
