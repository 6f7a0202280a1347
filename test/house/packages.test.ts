import { expect, it } from 'vitest';
import { readText } from './source.ts';

type Locked = { integrity?: string; resolved?: string; hasInstallScript?: boolean; link?: boolean };

/** Faults of the packages of a lock file: not verified, from elsewhere than npm's registry, or running a script on installation. */
const packageFaults = (packages: Readonly<Record<string, Locked>>): string[] =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
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
