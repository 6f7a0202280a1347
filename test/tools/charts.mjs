/** `npm run charts`: installs and builds what is missing, then serves the chart viewer. Needs only Node 20 or newer. */
import { spawn } from 'node:child_process';
import { buildIfStale } from '../../server/build.mjs';
import { onEnd } from '../../server/core/ending.mjs';
import { env, installIfNeeded, nodePath, root } from '../../server/core/install.mjs';

await installIfNeeded();
await buildIfStale();
console.log('Charts: preparing the simulated screens …');

const page = spawn(await nodePath(), ['packages/chart-tools/studio/main.ts'], { cwd: root, env, stdio: 'inherit' });
onEnd((signal) => page.kill(signal));
page.on('exit', (code) => process.exit(code ?? 1));
