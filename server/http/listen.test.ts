import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { listen } from './listen.ts';

/**
 * Opens many connections and prints the length of the port's accept queue, or the number of open connections where the system
 * does not report it.
 */
const crowd = `
const { connect } = require('node:net');
const { existsSync, readFileSync } = require('node:fs');
const [port, many] = process.argv.slice(1).map(Number);
let open = 0;
const inLine = () => {
  if (!existsSync('/proc/net/tcp')) return open;
  const place = ':' + port.toString(16).toUpperCase().padStart(4, '0');
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\\n').map((row) => row.trim().split(/\\s+/));
  const [, , , , queues = ''] = rows.find(([, local = '', , state]) => local.endsWith(place) && state === '0A') ?? [];
  return parseInt(queues.split(':')[1] ?? '', 16);
};
const all = Array.from({ length: many }, () => connect(port, '127.0.0.1').on('connect', () => { open += 1; }).on('error', () => {}));
const began = Date.now();
const look = setInterval(() => {
  if (inLine() < many && Date.now() - began < 5000) return;
  clearInterval(look);
  console.log(inLine());
  for (const one of all) one.destroy();
}, 20);
`;

it('accepts a thousand connections that arrive while the event loop is blocked', async () => {
  const server = await listen(() => new Response('here'), 0, '127.0.0.1');
  // blocks the event loop, so that the server accepts nothing meanwhile
  const output = execFileSync(process.execPath, ['-e', crowd, String(server.port), '1000'], { encoding: 'utf8' });
  expect(Number(output)).toBe(1_000);
  expect(await (await fetch(`http://127.0.0.1:${server.port}/`)).text()).toBe('here');
  await server.close();
});
