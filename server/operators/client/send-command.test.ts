import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { newOpsToken } from './address-file.ts';
import { OutcomeUnknown, ShopNotRunning, sendCommand } from './send-command.ts';

let server: Server | undefined;
afterEach(() => {
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** A stand-in for the endpoint of a running shop. */
const answering = async (listener: RequestListener) => {
  const opened = createServer(listener).listen(0, '127.0.0.1');
  server = opened;
  await once(opened, 'listening');
  const address = opened.address();
  const port = typeof address === 'object' ? address?.port : null;
  return { url: `http://127.0.0.1:${port}`, token: newOpsToken() };
};

const reply = { done: 'reconcile', said: { en: 'All agree.', ja: '一致しています。' } };

it('waits for an answer that takes an hour', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
  const address = await answering(async (_request, response) => {
    await vi.advanceTimersByTimeAsync(3_600_000);
    response.end(JSON.stringify(reply));
  });
  expect(await sendCommand(address, 'reconcile', { days: 7 })).toEqual(reply);
});

it.each<[string, RequestListener]>([
  ['before the answer', ({ socket }) => socket.destroy()],
  ['in the middle of the answer', ({ socket }, response) => response.write('{"done":', () => socket.destroy())],
])('a connection that ends %s leaves the outcome unknown', async (_when, listener) => {
  await expect(sendCommand(await answering(listener), 'refund', {})).rejects.toThrow(OutcomeUnknown);
});

it.each([
  [500, 'Something went wrong on our side.'],
  [503, 'The database does not answer: ask again.'],
])('a server that fails on its way (%i) leaves the outcome unknown', async (status, en) => {
  const address = await answering((_request, response) => {
    response.writeHead(status).end(JSON.stringify({ refused: 'request_error', said: { en, ja: '' } }));
  });
  const failure = sendCommand(address, 'refund', {});
  await expect(failure).rejects.toThrow(OutcomeUnknown);
  await expect(failure).rejects.toThrow(en);
});

it('a read that failed is to be repeated, without a word on what may have been done', async () => {
  const address = await answering((_request, response) => {
    response.writeHead(503).end(JSON.stringify({ refused: 'connection_error', said: { en: 'Too long.', ja: '' } }));
  });
  await expect(sendCommand(address, 'today', {}, false)).rejects.toThrow(
    'Too long. The command only reads: repeat it.',
  );
  await expect(sendCommand(address, 'today', {}, false)).rejects.not.toThrow(/whether/);
});

it.each([
  [401, ''],
  [503, 'Starting.'],
  [200, '<p>Another program on that port</p>'],
])('a server that takes no command (%i, %j) is no running shop', async (status, text) => {
  const address = await answering((_request, response) => response.writeHead(status).end(text));
  await expect(sendCommand(address, 'refund', {})).rejects.toThrow(ShopNotRunning);
});

it('where nobody listens no shop runs', async () => {
  const address = await answering(() => {});
  server?.close();
  await expect(sendCommand(address, 'refund', {})).rejects.toThrow(ShopNotRunning);
});
