// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fillCatalogue } from '#src/api/catalogue.ts';
import { sandboxKeys } from '#src/sites/defaults.ts';
import { catalogue } from '#test/paths/sample-shop.ts';
import { botCheckScript } from './page-settings.ts';
import { paymentSettings } from './settings.ts';

const { configurations } = catalogue;
const { dataset } = document.documentElement;

beforeEach(() => {
  history.replaceState(null, '', '/artizon/tickets/');
  dataset.env = 'staging';
});
afterEach(() => {
  history.replaceState(null, '', '/');
  delete dataset.env;
  vi.unstubAllGlobals();
});

describe('the payment settings', () => {
  it('are read from the server if no catalogue is known', async () => {
    const fetched = vi.fn(async (_url: string) =>
      Response.json({ ...configurations, sandbox_url: 'https://s.example' }),
    );
    vi.stubGlobal('fetch', fetched);
    expect(await paymentSettings()).toMatchObject({ sandboxUrl: 'https://s.example' });
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/artizon/api/v1/configurations']);
  });

  it("are those of the page's site and environment, and of its catalogue in any language", async () => {
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    fillCatalogue({ site: 'artizon', lang: 'kr' }, { configurations: { ...configurations, sandbox_url: '' } });
    expect(await paymentSettings()).toMatchObject({
      gmoShop: 'tshop00000014',
      sandboxUrl: '',
      softbank: { isLive: false },
    });
    dataset.env = 'production';
    expect(await paymentSettings()).toMatchObject({ gmoShop: '', softbank: { isLive: true } });
    expect(fetched).not.toHaveBeenCalled();
  });
});

it('orders have a bot check only if the site has a key for it and the server requires one', async () => {
  history.replaceState(null, '', '/mori/');
  const scripts: unknown[] = [];
  for (const bot_check of [true, false]) {
    fillCatalogue({ site: 'mori', lang: 'ja' }, { configurations: { ...configurations, bot_check } });
    scripts.push(await botCheckScript());
  }
  expect(scripts).toEqual([{ recaptcha: sandboxKeys.recaptcha, sandboxUrl: '' }, null]);
});
