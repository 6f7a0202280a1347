import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { appMachine } from '#machines/app/app.machine.ts';
import { catalogueMachine } from '#machines/catalogue/catalogue.machine.ts';
import type { CatalogueInput } from '#machines/catalogue/catalogue.types.ts';
import type { Catalogue } from '#src/domain/catalogue.ts';
import { rulesOf } from '#src/domain/site.ts';
import { catalogue } from '#test/paths/sample-shop.ts';
import { settingsOf } from '#test/tools/example-sites.ts';
import { firstPaint } from './first-paint.ts';

it('the start of the charts and the rendering are two tasks, between which the browser may paint', async () => {
  const openShop = fromPromise<Catalogue, CatalogueInput>(async () => catalogue);
  const machine = appMachine.provide({ actors: { catalogue: catalogueMachine.provide({ actors: { openShop } }) } });
  const app = createActor(machine, { input: { site: rulesOf(settingsOf('borderless')), lang: 'en' } }).start();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isOver = false;
  const painted = firstPaint(app).then(() => {
    isOver = true;
  });
  await waitFor(app.getSnapshot().children.catalogue ?? app, (snapshot) => snapshot.hasTag('settled'));
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  vi.runOnlyPendingTimers();
  await painted;
  app.stop();
});
