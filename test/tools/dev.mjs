/** `npm run dev`: client with hot reload on PORT (4173), server restarted on change behind it, one Ctrl-C for both. */
import '../../server/core/node-guard.mjs';
import { spawn } from 'node:child_process';
import { createServer } from 'vite';
import { onEnd } from '../../server/core/ending.mjs';
import { env, nodePath, root } from '../../server/core/install.mjs';
import { freePort } from './free-port.mjs';

const port = Number(process.env.PORT ?? 4173);

const serverPort = await freePort();
const target = `http://127.0.0.1:${serverPort}`;
const server = spawn(await nodePath(), ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  cwd: root,
  env: {
    ...env,
    PORT: String(serverPort),
    SANDBOX_PORT: process.env.SANDBOX_PORT ?? String(port + 1),
    APP_ENV: 'development',
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}`,
  },
  stdio: 'inherit',
});
const client = await createServer({
  configFile: `${root}/vite.config.ts`,
  root: `${root}/src`,
  server: {
    port,
    strictPort: true,
    proxy: { '^(/[a-z][a-z0-9-]*)?/api/v1/': target, '/healthz': target, '/openapi.json': target },
  },
});
await client.listen();
client.printUrls();

server.on('exit', async (code) => {
  await client.close();
  process.exit(code ?? 0);
});
onEnd(() => server.kill('SIGTERM'));
