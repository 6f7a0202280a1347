import { expect, it } from 'vitest';
import { startServer } from '#test/api/kit/process.ts';
import { createGmoClient } from './gmo/client.ts';
import { callSoftbank } from './softbank/client.ts';

it('a redirect of a provider is not followed: the keys would go along', async () => {
  const paths: (string | undefined)[] = [];
  const { url, close } = await startServer(({ url: path }, reply) => {
    paths.push(path);
    reply.writeHead(307, { location: '/elsewhere' }).end();
  });
  const common = { timeout: 5_000, log: () => undefined };
  const gmo = createGmoClient({ ...common, baseUrl: url, shops: {} });
  expect(await gmo.call('SearchTrade', { ShopPass: 'secret' })).toEqual({ kind: 'silence' });
  const shop = { merchant: '30132', service: '103', hashKey: 'secret' };
  const softbank = { ...common, apiBase: url, linkUrl: url, shops: {} };
  expect(await callSoftbank(softbank, shop, 'MG01-00101-101', [])).toEqual({ kind: 'none' });
  await close();
  expect(paths).toEqual(['/SearchTrade.idPass', '/api/xmlapi.do']);
});
