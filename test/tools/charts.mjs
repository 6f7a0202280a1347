/** `npm run charts`: installs and builds what is missing, then serves the page of the charts. Runs on Node 20 and newer, from nothing. */
import { spawn } from 'node:child_process';
import { buildIfStale } from '../../server/build.mjs';
import { onEnd } from '../../server/ending.mjs';
import { env, installIfNeeded, nodePath, root } from '../../server/install.mjs';

await installIfNeeded();
await buildIfStale();
console.log('Charts: opening a shop of their own and drawing …');

const page = spawn(await nodePath(), ['test/tools/studio/main.ts'], { cwd: root, env, stdio: 'inherit' });
onEnd((signal) => page.kill(signal));
page.on('exit', (code) => process.exit(code ?? 1));
