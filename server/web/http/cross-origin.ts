import type { Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Sites } from '#server/shared/sites/sites.ts';
import { contract } from '#src/api/contract/index.ts';
import { browserHeader } from '#src/api/endpoint.ts';
import type { Variables } from './variables.ts';

/** Without credentials: the shop has no cookies. Browsers remember a preflight for ten minutes. */
const allow = cors({
  origin: (origin) => origin,
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  allowHeaders: ['content-type', 'idempotency-key', 'x-recaptcha-token', browserHeader],
  exposeHeaders: ['retry-after', 'x-request-id'],
  maxAge: 600,
});

/**
 * Lets pages of the origins that a site names use that site's calls (docs/product.md#setting-origins); for others nothing changes.
 * Nothing else of the API is for them, above all not the operators' calls.
 */
export const crossOriginRoutes = (api: Hono<Variables>, sites: Pick<Sites, 'find'>): void => {
  for (const first of new Set(Object.values(contract).map(({ path }) => path.split('/')[1])))
    api.use(`/${first}/*`, async (c, next) => {
      const origins = sites.find(c.var.site)?.origins ?? [];
      if (origins.includes(c.req.header('origin') ?? '')) return allow(c, next);
      await next();
      if (origins.length > 0) c.header('vary', 'Origin', { append: true });
    });
};
