import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { forFile, startShop } from './kit/shop.ts';

/** Requests that arrive slowly, are too large, or can be read in two ways or in none. */
const timeouts = { headers: 9_000, request: 10_000, checkInterval: 250 };
const shop = await forFile(startShop({ timeouts }));

/** Opens a connection and writes `begin`; `answer` resolves with everything received until the connection closes. */
const dial = (begin: string): { socket: Socket; answer: Promise<string> } => {
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
  socket.write(begin);
  let received = '';
  socket.on('data', (part) => {
    received += part.toString();
  });
  const answer = new Promise<string>((resolve) => {
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
  return { socket, answer };
};

/** The ids in the log of requests that were refused with a status before they had a route. */
const refusalsOf = (status: number): unknown[] =>
  shop.logged.flatMap(({ event, facts }) =>
    event === 'request' && facts.status === status && facts.route === '-' ? [facts.id] : [],
  );

it('fifty slow requests delay no others, and are ended', async () => {
  const head = 'GET /api/v1/langs HTTP/1.1\r\nhost: shop\r\n';
  const body =
    'POST /api/v1/orders HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{';
  const slow = Array.from({ length: 50 }, (_, index) => dial(index % 2 ? head : body));
  const silent = dial('');
  const drip = setInterval(() => {
    for (const [index, { socket }] of slow.entries()) if (socket.writable) socket.write(index % 2 ? 'x-a: b\r\n' : ' ');
  }, 200);
  for (let count = 0; count < 10; count += 1) expect((await fetch(`${shop.url}/api/v1/langs`)).status).toBe(200);
  /* Other requests did not have to wait until these ended. */
  expect(slow.filter(({ socket }) => socket.closed)).toEqual([]);
  const ended = await Promise.all(slow.map(({ answer }) => answer));
  clearInterval(drip);
  expect(await silent.answer).toBe('');
  expect(ended.filter((text) => text.startsWith('HTTP/1.1 408'))).toHaveLength(50);
  expect(refusalsOf(408)).toHaveLength(50);
  expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([]);
});

it('requests with too many headers get 431, with too large a body 413', async () => {
  const { answer } = dial(`GET / HTTP/1.1\r\nhost: shop\r\nx-a: ${'a'.repeat(17_000)}\r\n\r\n`);
  expect(await answer).toMatch(/^HTTP\/1\.1 431/);
  const chunked =
    'POST /api/v1/orders HTTP/1.1\r\nhost: shop\r\nconnection: close\r\ncontent-type: application/json\r\n';
  const big = dial(`${chunked}transfer-encoding: chunked\r\n\r\n20000\r\n${' '.repeat(0x20000)}\r\n0\r\n\r\n`);
  expect(await big.answer).toMatch(/^HTTP\/1\.1 413/);
});
