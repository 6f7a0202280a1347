import { type Context, Hono } from 'hono';
import { baseOf, createSiteFinder, isProviderPath } from '#server/web/http/site-finder.ts';
import type { Variables } from '#server/web/http/variables.ts';
import { apiPrefix, type CallName, callNames, contract } from '#src/api/contract/index.ts';
import { defaultLang, type Lang } from '#src/domain/lang.ts';
import { faultOf } from './core/log.ts';
import { isBusy } from './db/unavailable.ts';
import type { OpsDeps } from './operators/commands/deps.ts';
import { operatorRoutes } from './operators/commands/http.ts';
import { Problem, problemResponse } from './shared/problem.ts';
import { prefixOf, rootOf } from './shared/site-address.ts';
import type { WebDeps } from './web/deps.ts';
import { crossOriginRoutes } from './web/http/cross-origin.ts';
import { databaseProblem } from './web/http/database-problem.ts';
import { serveFile } from './web/http/encode.ts';
import { openRequest } from './web/http/frame.ts';
import { healthRoutes, insightOfVisitors } from './web/http/health.ts';
import { createOrigin, requestLang } from './web/http/origin.ts';
import { createPriorities } from './web/http/priority.ts';
import { only } from './web/http/refuse.ts';
import { reportRoute } from './web/http/reports.ts';
import { honoPath, route } from './web/http/route.ts';
import { crawlerRoutes } from './web/pages/head.ts';
import { mailPages } from './web/pages/mails.ts';
import { createPages } from './web/pages/page.ts';
import { awayPage, notBuiltPage, notFoundPage, type Shop } from './web/pages/plain-pages.ts';
import { applePayRoute, createSiteFiles, loadClient, warm } from './web/pages/static.ts';
import { catalogueHandlers, productHandlers } from './web/routes/catalogue.ts';
import { checkoutHandlers } from './web/routes/checkout.ts';
import type { Diversions, Handlers, StatementHandlers } from './web/routes/handlers.ts';
import { couponHandlers, orderDiversions, orderHandlers, statementHandlers } from './web/routes/orders.ts';
import { providerRoutes } from './web/routes/provider.ts';
import { cached, readOnly, shared } from './web/routes/reading.ts';
import { releaseRoute } from './web/routes/release.ts';
import { ticketFileRoutes } from './web/routes/ticket-files.ts';
import { reservationHandlers, ticketHandlers } from './web/routes/tickets.ts';

/** Calls that a closed site refuses; payments in progress are still confirmed, tickets opened. */
const selling: readonly CallName[] = ['createOrder', 'createChange', 'extendOrder', 'checkout'];

/** Dependencies of the shop, made by `main.ts`, for visitors and the operator's commands. */
export type ServerDeps = WebDeps & OpsDeps;

const handlersOf = (deps: WebDeps): Handlers => ({
  ...catalogueHandlers(deps),
  ...productHandlers(deps),
  ...orderHandlers(deps),
  ...couponHandlers(deps),
  ...checkoutHandlers(deps),
  ...ticketHandlers(deps),
  ...reservationHandlers(deps),
});

/** The dependencies with `db` replaced by `reads`; later changes of `deps` are visible in it. */
const readingOf = (deps: ServerDeps): ServerDeps => Object.create(deps, { db: { get: () => deps.reads } });

const apiOf = (deps: ServerDeps): Hono<Variables> => {
  const api = new Hono<Variables>();
  const reading = readingOf(deps);
  const handlers = handlersOf(deps);
  const readers = handlersOf(reading);
  const statements: StatementHandlers = statementHandlers(deps);
  const diversions: Diversions = orderDiversions(deps);
  const priorities = createPriorities(reading.db, deps.admissionQueue);
  const mount = <Name extends CallName>(name: Name) =>
    route<(typeof contract)[Name]>(
      api,
      { ...deps, priorities },
      contract[name],
      (readOnly.has(name) ? readers : handlers)[name],
      {
        cacheControl: cached.has(name) ? 'public, max-age=60' : 'no-cache',
        byStatement: statements[name],
        shared: shared[name],
        diverted: diversions[name],
      },
    );
  crossOriginRoutes(api, deps.sites);
  for (const name of selling)
    api.on(contract[name].method, honoPath(contract[name].path), async (c, next) => {
      if (deps.sites.isClosed(c.var.site)) throw new Problem('ticket_not_on_sale');
      await next();
    });
  for (const name of callNames) mount(name);
  providerRoutes(api, deps);
  ticketFileRoutes(api, reading, priorities);
  releaseRoute(api, deps);
  operatorRoutes(api, deps);
  const rows = Object.values(contract);
  /* Paths without parameters first: `/orders/{token}` also matches `/orders/confirmcheckout`, whose methods are others. */
  const plainFirst = rows.map((row) => row.path).sort((a, b) => Number(a.includes('{')) - Number(b.includes('{')));
  for (const path of new Set(plainFirst)) {
    const allow = rows.flatMap((row) => (row.path === path ? [row.method] : [])).join(', ');
    api.all(honoPath(path), only(allow));
  }
  api.all('*', () => {
    throw new Problem('bad_request', { status: 404, detail: 'There is no such call.' });
  });
  return api;
};

/**
 * The whole shop as one Hono application: API, provider endpoints, health and the built app for every base
 * (docs/architecture.md#served-pages).
 */
export const createServer = (deps: ServerDeps): Hono<Variables> => {
  const app = new Hono<Variables>();
  const reading = readingOf(deps);
  const siteOf = createSiteFinder(reading, createOrigin(deps));
  const siteFile = createSiteFiles(deps);
  const isDemo = deps.sandboxUrl !== null;
  const pageOf = createPages(reading);
  const langOfRequest = ({ req }: Context): Lang | null =>
    requestLang(req.query('lang'), req.header('accept-language'));
  /** The shops that the page for unknown addresses leads to: on a site's own host that one alone. */
  const shopsOf = async (url: string, lang: Lang | null): Promise<Shop[]> => {
    const { sites } = deps;
    const bound = sites.ofHost(new URL(url).hostname);
    const codes = bound === null ? [...sites].filter((site) => !sites.isClosed(site)) : [bound];
    const found = await Promise.all(codes.map((segment) => siteOf({ url, segment })));
    return found.flatMap((place) => {
      if (place === null) return [];
      const name = sites.settingsOf(place.site).exhibition.name[lang ?? defaultLang];
      return [{ name, href: `${place.base}/${lang === null ? '' : `?lang=${lang}`}` }];
    });
  };
  let client = loadClient(deps.clientFolder);
  if (client) void warm(client);

  app.use(openRequest(deps));

  app.onError((thrown, c) => {
    const known = thrown instanceof Problem ? thrown : databaseProblem(thrown);
    if (!known || isBusy(thrown)) {
      const facts = { id: c.get('requestId'), route: c.req.routePath, ...faultOf(thrown) };
      deps.log(known ? 'warn' : 'error', known ? 'database_busy' : 'request_failed', facts);
    }
    const problem = known ?? new Problem('request_error');
    const isRead = c.req.method === 'GET' && c.req.header('accept')?.includes('text/html');
    if (isRead && problem.status >= 500)
      return awayPage(langOfRequest(c), problem.extra.retryAfter ?? 5, problem.status, isDemo);
    return problemResponse(problem, c.get('requestId'));
  });

  healthRoutes(app, deps, insightOfVisitors(deps));
  reportRoute(app, deps.log);
  applePayRoute(app, deps.secretsFolder);
  crawlerRoutes(app, reading);

  let described: string | undefined;
  app.get('/openapi.json', async (c) => {
    const { openApi } = await import('./web/routes/openapi.ts');
    const { operatorApi } = await import('./operators/commands/describe.ts');
    described ??= JSON.stringify(openApi(cached, operatorApi()));
    return c.body(described, 200, { 'content-type': 'application/json', 'cache-control': 'no-cache' });
  });

  const api = apiOf(deps);
  for (const prefix of ['', '/:site']) {
    app.use(`${prefix}${apiPrefix}/*`, async (c, next) => {
      const address = { url: c.req.url, segment: c.req.param('site'), isForProvider: isProviderPath(c.req.path) };
      const found = await siteOf(address);
      if (!found) throw new Problem('bad_request', { status: 404, detail: 'There is no such site.' });
      c.set('site', found.site);
      c.set('base', found.base);
      await next();
    });
    app.route(`${prefix}${apiPrefix}`, api);
  }

  if (deps.sandboxUrl && deps.env !== 'production') mailPages(app, deps);

  app.get('*', async (c) => {
    client ??= loadClient(deps.clientFolder);
    const { pathname, search } = new URL(c.req.url);
    const file = client?.files.get(pathname);
    if (file) return serveFile(file, c.req.raw);
    const fileOfSite = await siteFile(pathname, c.req.raw);
    if (fileOfSite) return fileOfSite;
    const base = baseOf(pathname);
    const notFound = async () => {
      const lang = langOfRequest(c);
      return notFoundPage(isDemo, c.req.url, lang, await shopsOf(c.req.url, lang));
    };
    if (!base) return notFound();
    const { segment, tickets } = base;
    const { sites } = deps;
    const [first] = sites;
    const isBound = sites.ofHost(new URL(c.req.url).hostname) !== null;
    const found = await siteOf({ url: c.req.url, segment });
    const isDefaultSite = segment === undefined && !isBound;
    /*
     * If the default site is not on sale, the root leads to the first one that is; not if only a fault in its folder keeps the
     * default one from being sold.
     */
    const isFaulty = found && sites.folders().includes(sites.home);
    if (isDefaultSite && first && !sites.has(sites.home) && !isFaulty)
      return c.redirect(`${prefixOf(sites, first)}/${tickets}${search}`, 302);
    if (!found) return notFound();
    /* Each site has one address, since storage is by origin. */
    const isElsewhere = deps.publicUrl !== null && sites.hostOf(found.site) !== null && !found.isOwnHost;
    if (isElsewhere || (found.isOwnHost && segment !== undefined)) {
      const root = found.isOwnHost ? found.base : rootOf(sites, found.site, deps.publicUrl ?? '');
      return c.redirect(`${root}/${tickets}${search}`, 302);
    }
    if (!base.slash) return c.redirect(`/${segment ? `${segment}/` : ''}${tickets}${search}`, 308);
    const { page } = client ?? {};
    return page
      ? deps.admissionQueue.admit('catalogue', c.get('address'), () => pageOf(page, found, c.req.raw))
      : notBuiltPage(isDemo);
  });
  app.all('*', () => {
    throw new Problem('bad_request', { status: 404, detail: 'There is no such call.' });
  });
  return app;
};
