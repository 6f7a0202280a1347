import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { cleanup } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mirrorLanguage } from '#src/mirrors/language.ts';
import { mirrorOtherTabs } from '#src/mirrors/redirect.ts';
import { mirrorStorage } from '#src/mirrors/storage/stored-app.ts';
import { openPage, openShop } from './open-page.tsx';
import { input } from './shortcut.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

openShop('ja');

it('memory is free again once a page is closed', async () => {
  const visit = async () => {
    const page = await openPage({
      input,
      mirror: (app, machine) => [
        mirrorStorage(app, machine, input, 'a-shape'),
        mirrorLanguage(app),
        mirrorOtherTabs(app),
      ],
    });
    await page.arrive();
    page.close();
    cleanup();
    sessionStorage.clear();
    return new WeakRef(page.app);
  };
  const apps = [await visit(), await visit()];
  // React retains the root that it rendered last.
  await visit();
  // A reference that was just made or read is valid until the next task.
  await new Promise<void>((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(apps.map((app) => app.deref() === undefined)).toEqual([true, true]);
});
