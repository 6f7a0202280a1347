import { execFileSync } from 'node:child_process';
import { connect } from 'node:net';
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

/** Whether the port refuses a connection; sends no request. */
const isRefused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', () => resolve(true));
  });

it('closes after a running request, even if its client has disconnected', async () => {
  const events: string[] = [];
  const begun = Promise.withResolvers<void>();
  const disconnected = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const { port, close } = await listen(
    async ({ signal }) => {
      signal.addEventListener('abort', () => disconnected.resolve());
      begun.resolve();
      await answer.promise;
      events.push('answered');
      return new Response('too late');
    },
    0,
    '127.0.0.1',
  );
  const controller = new AbortController();
  const request = fetch(`http://127.0.0.1:${port}/`, { signal: controller.signal });
  await begun.promise;
  controller.abort();
  await expect(request).rejects.toThrow('abort');
  await disconnected.promise;
  const closing = close().then(() => events.push('closed'));
  await expect.poll(() => isRefused(port)).toBe(true);
  // only the running request is left to wait for: turns of the event loop in which a server that does not wait would have closed
  for (let tries = 0; tries < 5; tries += 1) expect(await isRefused(port)).toBe(true);
  answer.resolve();
  await closing;
  expect(events).toEqual(['answered', 'closed']);
});

/** The response to a request whose header lines are written as they are. */
const answerTo = (port: number, lines: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${[...lines, 'Connection: close', '', ''].join('\r\n')}`),
    );
    socket.on('data', (part) => {
      text += part.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });

/** Sends a request to a new server; returns the response, and how many requests were handled. */
const tried = async (lines: readonly string[]) => {
  let handled = 0;
  const handler = () => {
    handled += 1;
    return new Response('here');
  };
  const server = await listen(handler, 0, '127.0.0.1');
  const text = await answerTo(server.port, lines);
  await server.close();
  return { text, handled };
};

it.each(['/healthz', '/readyz'])('handles %s without a host, as probes ask', async (target) => {
  const { text, handled } = await tried([`GET ${target} HTTP/1.0`]);
  expect([text.slice(0, 12), handled]).toEqual(['HTTP/1.1 200', 1]);
});

it.each([
  ['a blank in its host', 'Host: a b'],
  ['a port that is none', 'Host: shop.example:port'],
  ['a user in its host', 'Host: user@shop.example'],
  ['a path in its host', 'Host: shop.example/x'],
  ['half an address', 'Host: [::1'],
  ['an empty host', 'Host: '],
  ['no host', 'Accept: */*'],
  ['two hosts', 'Host: shop.example\r\nHost: other.example'],
  ['a host twice', 'Host: shop.example\r\nhost: shop.example'],
  ['another host than its target', 'Host: other.example', 'http://shop.example/'],
  ['another port than its target', 'Host: shop.example:81', 'http://shop.example/'],
  ['no host but a target', 'Accept: */*', 'http://shop.example/'],
  ['an empty host and a target', 'Host: ', 'http://shop.example/'],
  ['a malformed host and a target', 'Host: a b', 'http://shop.example/'],
  ['a user in its target', 'Host: shop.example', 'http://user@shop.example/'],
  ['a user in its host and in its target', 'Host: user@shop.example', 'http://user@shop.example/'],
  ...[
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'Stripe-Signature',
    'X-Browser-Secret',
    'X-Recaptcha-Token',
  ].map((name) => [`two values of ${name}`, `Host: shop.example\r\n${name}: a\r\n${name}: b`]),
])(
  'answers a request with %s by a problem document, and does not handle it',
  async (_name, line = '', target = '/') => {
    const { text, handled } = await tried([`GET ${target} HTTP/1.1`, line]);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toMatch(/content-type: application\/problem\+json/i);
    expect(text).toMatch(/x-content-type-options: nosniff/i);
    expect(text).toMatch(/content-security-policy: .*sandbox/i);
    expect(text).toContain('"code":"bad_request"');
    expect(handled).toBe(0);
  },
);

it.each([
  ['the host of its target', 'http://SHOP.example:80/', ['Host: shop.example']],
  ['lists in several headers', '/', ['Host: shop.example', 'X-Forwarded-For: 192.0.2.1', 'X-Forwarded-For: 192.0.2.2']],
])('handles a request with %s', async (_name, target, lines) => {
  const { text } = await tried([`GET ${target} HTTP/1.1`, ...lines]);
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});

it.each([
  ['a length and chunks', ['Host: shop.example', 'Content-Length: 4', 'Transfer-Encoding: chunked', '', '0', '']],
  ['two lengths', ['Host: shop.example', 'Content-Length: 4', 'Content-Length: 5', '', 'abcd']],
])('refuses a request with %s, whose end two servers may see in two places', async (_name, lines) => {
  const { text, handled } = await tried(['POST / HTTP/1.1', ...lines]);
  expect(text).toMatch(/^HTTP\/1\.1 [45]/);
  expect(handled).toBe(0);
});
