import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { failed, type SandboxEnv } from './api-call.ts';
import type { SandboxContext } from './context.ts';
import { gmoRoutes } from './gmo/routes.ts';
import { recaptchaRoutes } from './recaptcha/routes.ts';
import { controlRoutes } from './routes/control.ts';
import { operatorRoutes } from './routes/operator.ts';
import { pageRoutes } from './routes/pages.ts';
import { stripeApiRoutes } from './routes/stripe-api.ts';
import { softbankRoutes } from './softbank/routes.ts';
import { alipayRoutes } from './stripe/alipay-page.ts';
import { failure } from './stripe/errors.ts';

const MAX_BODY = 64 * 1024;

/** The whole sandbox as one Hono application. */
export function createApp(context: SandboxContext) {
  const answer = (error: unknown) => {
    const { status, body } = failed(error);
    return { body, status: status as ContentfulStatusCode, headers: { 'content-type': 'application/json' } };
  };
  const app = new Hono<SandboxEnv>();

  app.use(async (c, next) => {
    await next();
    c.header('x-content-type-options', 'nosniff');
    c.header('referrer-policy', 'no-referrer');
    c.header('cache-control', 'no-store');
    c.header('cross-origin-resource-policy', 'cross-origin');
  });
  // Pages of any shop may call the API with their publishable key; the testers' endpoints stay same-origin.
  app.use('/v1/*', cors({ origin: '*', allowHeaders: ['authorization', 'content-type', 'idempotency-key'] }));
  app.use('/ext/*', cors({ origin: '*' }));
  app.use('/sbpstoken/*', cors({ origin: '*' }));
  app.use('/recaptcha/*', cors({ origin: '*' }));
  app.use(
    bodyLimit({
      maxSize: MAX_BODY,
      onError: (c) => {
        const tooLarge = answer(failure(413, { type: 'invalid_request_error', message: 'The request is too large.' }));
        return c.body(tooLarge.body, tooLarge.status, tooLarge.headers);
      },
    }),
  );
  app.route('/v1', stripeApiRoutes(context));
  app.route('/sandbox', controlRoutes(context));
  app.route('/sandbox/ops', operatorRoutes(context));
  app.route('/', gmoRoutes(context));
  app.route('/', softbankRoutes(context));
  app.route('/', alipayRoutes(context));
  app.route('/recaptcha', recaptchaRoutes(context));
  app.route('/', pageRoutes(context));

  app.notFound((c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path.slice(0, 200)}).`;
    const missing = answer(failure(404, { type: 'invalid_request_error', message }));
    return c.body(missing.body, missing.status, missing.headers);
  });
  app.onError((error, c) => {
    const { body, status, headers } = answer(error);
    return c.body(body, status, headers);
  });
  return app;
}
