import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiBase } from '#src/device/page-place.ts';
import { pickSite } from '#src/device/site.ts';

describe('the site of a page', () => {
  const { dataset } = document.documentElement;
  beforeEach(() => {
    dataset.sites = 'borderless mori artizon softbank';
  });
  afterEach(() => {
    sessionStorage.clear();
    delete dataset.site;
    delete dataset.sites;
    history.replaceState(null, '', '/');
  });

  it.each([
    ['/mori/', 'artizon', 'softbank', 'mori'],
    ['/mori/tickets/', 'artizon', 'softbank', 'mori'],
    ['/tickets/', 'artizon', 'softbank', 'artizon'],
    ['/', 'artizon', 'softbank', 'artizon'],
    ['/', undefined, 'softbank', 'softbank'],
    ['/', 'nobody', 'softbank', 'softbank'],
    ['/nobody/', undefined, undefined, 'borderless'],
    ['/', undefined, undefined, 'borderless'],
  ])('path %s, page %s, stored %s: %s', (path, page, stored, site) => {
    history.replaceState(null, '', path);
    if (page) dataset.site = page;
    if (stored) sessionStorage.setItem('ticket-store:site', JSON.stringify(stored));
    expect(pickSite()).toBe(site);
    history.replaceState(null, '', '/');
    delete dataset.site;
    expect(pickSite(), 'and remembered').toBe(site);
  });

  it.each([
    ['/', undefined, '/api/v1'],
    ['/tickets/', undefined, '/api/v1'],
    ['/mori/', undefined, '/mori/api/v1'],
    ['/borderless/tickets/', undefined, '/borderless/api/v1'],
    ['/nobody/', undefined, '/api/v1'],
    ['/', 'mori', '/mori/api/v1'],
    ['/artizon/', 'mori', '/artizon/api/v1'],
  ])('is the one that calls go to: path %s, page %s: %s', (path, page, base) => {
    history.replaceState(null, '', path);
    if (page) dataset.site = page;
    expect(apiBase()).toBe(base);
  });

  it('is the one that the server has filled in, at its own host too', () => {
    delete dataset.sites;
    dataset.site = 'mine';
    dataset.api = '/api/v1';
    sessionStorage.setItem('ticket-store:site', JSON.stringify('softbank'));
    expect([pickSite(), apiBase()]).toEqual(['mine', '/api/v1']);
    delete dataset.api;
  });
});
