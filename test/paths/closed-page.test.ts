import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { cleanup } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openLive, reloadPage, stayHere } from './chaos/live-page.tsx';
import { openShop } from './open-page.tsx';
import { sites } from './plan-rows.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

openShop('ja');
stayHere();

it('memory is free again once a page is closed or reloaded', async () => {
  const input = { site: sites[0], lang: 'ja' } as const;
  const visit = async () => {
    const page = await openLive(input, true);
    await page.arrive();
    const next = await reloadPage(page, input, 'ja');
    next.close();
    cleanup();
    return [page, next].map(({ app }) => new WeakRef(app));
  };
  const apps = [...(await visit()), ...(await visit())];
  // React retains the root that it rendered last.
  await visit();
  // A reference that was just made or read is valid until the next task.
  await new Promise<void>((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(apps.map((app) => app.deref() === undefined)).toEqual([true, true, true, true]);
});
