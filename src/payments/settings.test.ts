// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fillCatalogue } from '#src/api/catalogue.ts';
import { sandboxKeys } from '#src/domain/site-settings.ts';
import { catalogue } from '#test/paths/sample-shop.ts';
import { settingsOf } from '#test/tools/example-sites.ts';
import { botCheckScript } from './page-settings.ts';
import { paymentSettings } from './settings.ts';

const { configurations } = catalogue;
const { dataset } = document.documentElement;

const noKeys = { stripe: '', gmoShop: '', softbankMerchant: '', softbankService: '', recaptcha: '' };

/** A page of this site, as the server fills it. */
const openPage = (site: string, path: string) => {
  const settings = settingsOf(site);
  const paymentKeys = { ...settings.paymentKeys, production: noKeys };
  history.replaceState(null, '', path);
  dataset.site = site;
  dataset.api = `/${site}/api/v1`;
  document.body.innerHTML = '<script type="application/json" id="site"></script>';
  const script = document.getElementById('site');
  if (script) script.textContent = JSON.stringify({ ...settings, paymentKeys });
};

beforeEach(() => {
  openPage('artizon', '/artizon/tickets/');
  dataset.env = 'staging';
});
afterEach(() => {
  history.replaceState(null, '', '/');
  delete dataset.env;
  delete dataset.site;
  delete dataset.api;
  document.body.replaceChildren();
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
  openPage('mori', '/mori/');
  const scripts: unknown[] = [];
  for (const bot_check of [true, false]) {
    fillCatalogue({ site: 'mori', lang: 'ja' }, { configurations: { ...configurations, bot_check } });
    scripts.push(await botCheckScript());
  }
  expect(scripts).toEqual([{ recaptcha: sandboxKeys.recaptcha, sandboxUrl: '' }, null]);
});
