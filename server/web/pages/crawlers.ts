import type { Hono } from 'hono';
import { recentLangs } from '#server/catalogue/languages.ts';
import { rootOf } from '#server/shared/site-address.ts';
import type { WebDeps } from '#server/web/deps.ts';
import { createOrigin } from '#server/web/http/origin.ts';
import type { Variables } from '#server/web/http/variables.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { htmlLang } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { escaped, pageIn } from './head.ts';

const entriesOf = async (deps: WebDeps, site: SiteCode, origin: string): Promise<string[]> => {
  const langs = await recentLangs(deps, site);
  const root = rootOf(deps.sites, site, origin);
  const alternates = langs.map(
    (lang) => `<xhtml:link rel="alternate" hreflang="${htmlLang[lang.id]}" href="${escaped(pageIn(root, lang))}"/>`,
  );
  return langs.map((lang) => `<url><loc>${escaped(pageIn(root, lang))}</loc>${alternates.join('')}</url>`);
};

/** `robots.txt` and `sitemap.xml` of a host: of its site, or of every site on sale where it serves them all. */
export const crawlerRoutes = (app: Hono<Variables>, deps: WebDeps): void => {
  const originOf = createOrigin(deps);
  /** The shop's origin, or that of the site's own host. */
  const hostOrigin = (url: string): string => {
    const site = deps.sites.ofHost(new URL(url).hostname);
    return site === null ? originOf(url) : rootOf(deps.sites, site, originOf(url));
  };
  app.get('/robots.txt', (c) => {
    const rules = ['User-agent: *', `Disallow: ${apiPrefix}/`, `Disallow: /*${apiPrefix}/`];
    const text = [...rules, `Sitemap: ${hostOrigin(c.req.url)}/sitemap.xml`, ''].join('\n');
    return c.body(text, 200, { 'content-type': 'text/plain; charset=utf-8' });
  });
  app.get('/sitemap.xml', async (c) => {
    const { sites } = deps;
    const bound = sites.ofHost(new URL(c.req.url).hostname);
    const listed = (bound === null ? [...sites] : [bound]).filter((site) => !sites.isClosed(site));
    const urls = await Promise.all(listed.map((site) => entriesOf(deps, site, originOf(c.req.url))));
    const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${names}>${urls.flat().join('\n')}</urlset>\n`;
    return c.body(xml, 200, { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'no-cache' });
  });
};
