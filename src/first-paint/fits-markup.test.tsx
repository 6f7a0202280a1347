import { expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { appMachine } from '#machines/app/app.machine.ts';
import { openDialog } from '#machines/shared/report-failure.ts';
import { fillCatalogue } from '#src/api/catalogue.ts';
import { markupMark } from '#src/domain/markup.ts';
import { rulesOf } from '#src/domain/site.ts';
import { catalogue } from '#test/paths/sample-shop.ts';
import { settingsOf } from '#test/tools/example-sites.ts';
import { fitsMarkup } from './fits-markup.ts';

const rootWith = (mark: string) => {
  const root = document.createElement('div');
  root.dataset.markup = mark;
  return root;
};

const openApp = async () => {
  const input = { site: rulesOf(settingsOf('borderless')), lang: 'en' } as const;
  fillCatalogue({ site: 'borderless', lang: 'en' }, catalogue);
  const app = createActor(appMachine, { input }).start();
  const { catalogue: shop } = app.getSnapshot().children;
  if (shop) await waitFor(shop, (state) => !state.hasTag('pending'));
  return app;
};

it('markup fits the screen and language that it was made for', async () => {
  const app = await openApp();
  expect(fitsMarkup(rootWith(markupMark('order', 'en')), app)).toBe(true);
  for (const mark of [markupMark('order', 'ja'), markupMark('ticket', 'en'), ''])
    expect(fitsMarkup(rootWith(mark), app), mark).toBe(false);
  document.documentElement.dataset.otherScreen = '';
  expect(fitsMarkup(rootWith(markupMark('order', 'en')), app)).toBe(false);
  delete document.documentElement.dataset.otherScreen;
});

it('markup does not fit a visit that was restored with a payment or a dialog', async () => {
  const root = rootWith(markupMark('order', 'en'));
  const app = await openApp();
  const now = app.getSnapshot();
  vi.spyOn(app, 'getSnapshot').mockReturnValueOnce({ ...now, context: { ...now.context, paying: true } });
  expect(fitsMarkup(root, app)).toBe(false);
  expect(fitsMarkup(root, app)).toBe(true);
  const text = { text: 'Text' };
  app.getSnapshot().children.dialog?.send(openDialog({ number: 1, title: text, text, okButton: text }));
  expect(fitsMarkup(root, app)).toBe(false);
});
