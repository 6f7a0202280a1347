/** `npm run check`: every check that does not run the shop; ends with `N passed, N failed`. */
import { build } from '../../server/build.mjs';
import { installIfNeeded, nodePath } from '../../server/core/install.mjs';
import { finish, lane } from './lanes.mjs';

await installIfNeeded();
const node = await nodePath();

await lane('types', node, ['node_modules/typescript/bin/tsc', '-p', '.']);
await lane('lint and format', node, ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']);
await lane('dead code', node, ['node_modules/knip/bin/knip.js']);
await lane('drawings are fresh', node, ['packages/chart-tools/draw.ts', '--check']);
await lane('house rules', node, [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  'house',
  '--project',
  'house-isolated',
]);
await build();
await lane('size', node, ['test/tools/size.ts']);
await lane('supported browsers', node, ['test/tools/compat.ts']);
finish();
