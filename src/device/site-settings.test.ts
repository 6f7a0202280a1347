// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { exampleSites } from '#test/tools/example-sites.ts';
import { settingsOf } from './site-settings.ts';

const sites = exampleSites();
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
  await expect(settingsOf('artizon')).rejects.toThrow('/sites/artizon.json was answered with status 503.');
  await Promise.resolve();
  expect(await settingsOf('artizon')).toEqual(sites.settingsOf('artizon'));
  await settingsOf('artizon');
  expect(fetched.mock.calls).toEqual([['/sites/artizon.json'], ['/sites/artizon.json']]);
});
