import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeOldLib } from './old-lib.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** Code that runs in a visitor's browser, and the sandbox's provider pages. */
const shipped = ['src', 'machines', 'server/sandbox/browser'];

/**
 * Declarations that the build provides. vite/client would add Node's declarations, and undici (which ofetch's refer to) too; both
 * declare newer members of web APIs.
 */
const ofBuild =
  "declare module '*.css';\ninterface ImportMeta { readonly url: string; readonly env: { readonly PROD: boolean } }\n";

/**
 * Compiles code against the language and web APIs that all oldest supported browsers share. Returns the compiler's errors as
 * `path(line,column): text`.
 */
export const typedFaults = (include: readonly string[] = shipped.map((folder) => join(root, folder))): string[] => {
  // Inside the repository, so that packages resolve.
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
      files: [...writeOldLib(folder), join(folder, 'build.d.ts')],
      include,
      // Server and build read src/sites; pages get only what they make of it.
      exclude: ['**/*.test.ts', '**/*.test.tsx', '**/*.fixture.ts', 'src/sites'].map((name) => join(root, name)),
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
