/** `npm start`: installs and builds what is missing, then serves the shop. Runs on Node 20 and newer without any set-up. */
import { spawn } from 'node:child_process';
import { buildIfStale } from './build.mjs';
import { onEnd } from './core/ending.mjs';
import { env, installIfNeeded, nodePath, root } from './core/install.mjs';

await installIfNeeded();
await buildIfStale();
console.log('Server: opening the database and starting …');

const server = spawn(await nodePath(), ['server/main.ts'], { cwd: root, env, stdio: 'inherit' });
onEnd((signal) => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));
