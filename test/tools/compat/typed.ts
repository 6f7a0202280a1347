import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeOldLib } from './old-lib.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** What runs in a visitor's browser, and the provider's pages of the sandbox. */
const shipped = ['src', 'machines', 'server/sandbox/browser'];

/**
 * What the build gives. vite/client would bring Node's declarations, and undici, which ofetch's refer to, as well: they
 * have newer members of the page's objects too.
 */
const ofBuild =
  "declare module '*.css';\ninterface ImportMeta { readonly url: string; readonly env: { readonly PROD: boolean } }\n";

/**
 * Compiles code against the language and the page as the oldest supported browsers have them together. In: folders or
 * files. Out: the compiler's errors, `path(line,column): text`; `isCut` is for proving that only new members cause them.
 */
export const typedFaults = (
  include: readonly string[] = shipped.map((folder) => join(root, folder)),
  isCut?: (lacking: readonly string[]) => boolean,
): string[] => {
  // inside of the repository, so that packages are found
  const folder = mkdtempSync(join(root, 'node_modules/.old-lib-'));
  try {
    writeFileSync(join(folder, 'none.d.ts'), 'export {};');
    writeFileSync(join(folder, 'build.d.ts'), ofBuild);
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        lib: null,
        noLib: true,
        types: [],
        paths: { undici: [join(folder, 'none.d.ts')] },
      },
      files: [...writeOldLib(folder, isCut), join(folder, 'build.d.ts')],
      include,
      exclude: ['**/*.test.ts', '**/*.test.tsx', '**/*.fixture.ts'].map((name) => join(root, name)),
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
      cwd: root,
      encoding: 'utf8',
    });
    return `${stdout}${stderr}`.split('\n').filter((line) => /error TS\d+/.test(line));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
