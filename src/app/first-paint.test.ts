import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
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
  let hasPainted = false;
  setTimeout(() => {
    hasPainted = true;
  });
  await firstPaint(app);
  expect(hasPainted).toBe(true);
  app.stop();
});
