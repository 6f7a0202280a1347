import { describe, expect, it } from 'vitest';
import { listen } from './http/listen.ts';

describe('closing a server', () => {
  it('waits for a running request, even if its client has disconnected', async () => {
    const order: string[] = [];
    const begun = Promise.withResolvers<void>();
    const disconnected = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const { port, close } = await listen(
      async ({ signal }) => {
        signal.addEventListener('abort', () => disconnected.resolve());
        begun.resolve();
        await answer.promise;
        order.push('answered');
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
    const closing = close().then(() => order.push('closed'));
    // once new connections are refused, only the running request is left to wait for
    for (let tries = 0; tries < 5; tries += 1)
      await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
    answer.resolve();
    await closing;
    expect(order).toEqual(['answered', 'closed']);
  });
});
