// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { exampleSites } from '#test/tools/example-sites.ts';

const sites = exampleSites();
let settingsOf: typeof import('./site-settings.ts').settingsOf;
beforeEach(async () => {
  // files of a lane share a process, and another may have loaded settings
  vi.resetModules();
  ({ settingsOf } = await import('./site-settings.ts'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('settings that the page contains are not requested', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  document.body.innerHTML = '<script type="application/json" id="site"></script>';
  const script = document.getElementById('site');
  if (script) script.textContent = JSON.stringify(sites.settingsOf('mori'));
  expect(await settingsOf('mori')).toEqual(sites.settingsOf('mori'));
  expect(fetched).not.toHaveBeenCalled();
});

it('others are loaded from the file of the site, once, and again after a failure', async () => {
  const replies = [new Response('', { status: 503 }), Response.json(sites.settingsOf('artizon'))];
  const fetched = vi.fn(async (_path: string) => replies.shift());
  vi.stubGlobal('fetch', fetched);
  await expect(settingsOf('artizon')).rejects.toThrow('/sites/artizon.json: 503');
  await Promise.resolve();
  expect(await settingsOf('artizon')).toEqual(sites.settingsOf('artizon'));
  await settingsOf('artizon');
  expect(fetched.mock.calls).toEqual([['/sites/artizon.json'], ['/sites/artizon.json']]);
});

it('name the API of a page that our server did not fill, and of no other', async () => {
  const { dataset } = document.documentElement;
  const api = 'https://api.hall.example/api/v1';
  const reply = async () => Response.json({ ...sites.settingsOf('mori'), api });
  vi.stubGlobal('fetch', reply);
  const fresh = async () => {
    vi.resetModules();
    await (await import('./site-settings.ts')).settingsOf('mori');
    return (await import('./page-place.ts')).apiBase();
  };
  delete dataset.api;
  expect(await fresh()).toBe(api);
  dataset.api = '/mori/api/v1';
  expect(await fresh()).toBe('/mori/api/v1');
  delete dataset.api;
});
