import { describe, expect, it } from 'vitest';
import { listen } from './http/listen.ts';

describe('a server that is closed', () => {
  it('waits for a request that still runs, also when its asker is gone', async () => {
    const order: string[] = [];
    const begun = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const { port, close } = await listen(
      async ({ signal }) => {
        signal.addEventListener('abort', () => gone.resolve());
        begun.resolve();
        await answer.promise;
        order.push('answered');
        return new Response('too late');
      },
      0,
      '127.0.0.1',
    );
    const asker = new AbortController();
    const asked = fetch(`http://127.0.0.1:${port}/`, { signal: asker.signal });
    await begun.promise;
    asker.abort();
    await expect(asked).rejects.toThrow('abort');
    await gone.promise;
    const closing = close().then(() => order.push('closed'));
    // once new connections are refused, only the running request is left to wait for
    for (let tries = 0; tries < 5; tries += 1)
      await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
    answer.resolve();
    await closing;
    expect(order).toEqual(['answered', 'closed']);
  });
});
