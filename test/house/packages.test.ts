import { expect, it } from 'vitest';
import { readText, sourcesIn } from './source.ts';

type Locked = { integrity?: string; resolved?: string; hasInstallScript?: boolean; link?: boolean };

/** What is wrong with the packages of a lock file: not verified, from elsewhere than npm's registry, or running a script on installation. */
const packageFaults = (packages: Readonly<Record<string, Locked>>): string[] =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
    .flatMap(([path, { integrity, resolved, hasInstallScript }]) => [
      ...(integrity?.startsWith('sha512-') ? [] : [`${path} has no hash`]),
      ...(resolved === undefined || resolved.startsWith('https://registry.npmjs.org/') ? [] : [`${path}: ${resolved}`]),
      ...(hasInstallScript ? [`${path} runs a script on installation`] : []),
    ]);

it('every package is verified by its hash, comes from npm, and runs nothing on installation', () => {
  const { packages } = JSON.parse(readText('package-lock.json'));
  expect(packageFaults(packages)).toEqual([]);
});

it('reports others', () => {
  const bad = { integrity: 'sha1-x', resolved: 'git+ssh://git@example/x.git', hasInstallScript: true };
  expect(packageFaults({ '': {}, 'node_modules/x': bad })).toEqual([
    'node_modules/x has no hash',
    'node_modules/x: git+ssh://git@example/x.git',
    'node_modules/x runs a script on installation',
  ]);
});

/** Packages that were chosen with the product, and where each has to be used: in what ships, or in what `npm test` runs. */
const chosen = {
  react: 'ships',
  'react-dom': 'ships',
  xstate: 'ships',
  '@xstate/react': 'ships',
  wouter: 'ships',
  valibot: 'ships',
  '@lingui/core': 'ships',
  '@lingui/react': 'ships',
  ofetch: 'ships',
  '@stripe/stripe-js': 'ships',
  vite: 'builds',
  vitest: 'tests',
  // The model-based tests of XState 5, which replaced @xstate/test.
  'xstate/graph': 'tests',
  'happy-dom': 'tests',
} as const;
const roomsOf = {
  ships: ['src', 'machines'],
  builds: ['build'],
  tests: ['test', 'packages', 'src', 'machines', 'server'],
};

/** The chosen packages that are not installed by package.json, or that nothing imports where they have to be used. */
const missingPackages = (
  manifests: readonly Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>[],
  uses: (name: string, rooms: readonly string[]) => boolean,
): string[] => {
  const installed = manifests.flatMap(({ dependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies }),
  );
  return Object.entries(chosen).flatMap(([name, use]) => [
    ...(installed.some((known) => name === known || name === `${known}/graph`) ? [] : [`${name} is not installed`]),
    ...(uses(name, roomsOf[use]) ? [] : [`nothing that ${use} imports ${name}`]),
  ]);
};

/** Whether a file imports a package as more than a type; a test's environment is named in the settings. */
const isUsed = (name: string, rooms: readonly string[]): boolean =>
  name === 'happy-dom'
    ? readText('vitest.config.ts').includes("environment: 'happy-dom'")
    : sourcesIn(rooms)
        .filter(({ path }) => rooms === roomsOf.tests || !/\.test\.tsx?$/.test(path))
        .some(({ imports }) => imports.some(({ to, type }) => !type && (to === name || to.startsWith(`${name}/`))));

it('the chosen packages are installed and used', () => {
  const { workspaces = [], ...manifest } = JSON.parse(readText('package.json'));
  const others = workspaces.map((folder: string) => JSON.parse(readText(`${folder}/package.json`)));
  expect(missingPackages([manifest, ...others], isUsed)).toEqual([]);
});

it('reports a chosen package that is not installed, or that nothing uses', () => {
  const { wouter, ...dependencies } = chosen;
  expect(missingPackages([{ dependencies, devDependencies: undefined }], (name) => name !== 'ofetch')).toEqual([
    'wouter is not installed',
    `nothing that ${wouter} imports ofetch`,
  ]);
  expect(isUsed('wouter', roomsOf.builds)).toBe(false);
});
