import type { Hono } from 'hono';
import * as v from 'valibot';
import { search } from '#server/orders/holds/availability.ts';
import type { AdmissionQueue } from '#server/shared/admission-queue/admission-queue.ts';
import { encoded, encodingHeaders } from '#server/web/http/encode.ts';
import { onlyGet } from '#server/web/http/only-get.ts';
import { parseInput, queryOf } from '#server/web/http/read.ts';
import type { Variables } from '#server/web/http/variables.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { Day } from '#src/domain/product.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { apiPathOf, type PageDeps, recentCatalogue } from './page.ts';
import { importRenderer } from './renderer.ts';

const QuerySchema = v.object({ lang: LangSchema, product_uuid: v.pipe(v.string(), v.maxLength(64)), day: Day });

type Deps = Omit<PageDeps, 'log'> & { admissionQueue: AdmissionQueue };

/**
 * Times of a day as HTML, which a page shows before its scripts have come (docs/architecture.md#first-screen). Empty without
 * times on sale, and where the app was built without a renderer: the page then waits for its scripts.
 */
export const earlyTimesRoute = (api: Hono<Variables>, deps: Deps): void => {
  const path = '/products/times';
  const render = async (site: SiteCode, base: string, query: v.InferOutput<typeof QuerySchema>): Promise<string> => {
    const { lang, product_uuid, day } = query;
    const range = { from: day, to: day, lang, product_uuid };
    const [renderer, { products, texts }, { time_spans: slots }] = await Promise.all([
      importRenderer(deps.clientFolder),
      recentCatalogue(deps, site, lang),
      search(deps.db, site, range),
    ]);
    const product = products.find(({ uuid }) => uuid === product_uuid);
    if (!renderer || !product || slots.length === 0) return '';
    const place = { environment: deps.env, path: new URL(base).pathname, api: apiPathOf(base) };
    const settings = deps.sites.settingsOf(site);
    return renderer.renderTimes({ site: settings, lang, texts, place, product, day, slots });
  };
  api.get(path, async (c) => {
    const { site, base, address } = c.var;
    const query = parseInput(QuerySchema, queryOf(c.req.queries()), false);
    const key = `times ${site} ${base} ${JSON.stringify(query)}`;
    const rendered = await deps.admissionQueue.admit('catalogue', address, () =>
      deps.recent.of(key, async () => encoded(Buffer.from(await render(site, base, query)), true, 4)),
    );
    const { body, encoding } = await rendered(c.req.header('accept-encoding') ?? '');
    return c.body(body, 200, {
      'content-type': 'text/html; charset=utf-8',
      ...encodingHeaders(encoding),
    });
  });
  api.all(path, onlyGet);
};
