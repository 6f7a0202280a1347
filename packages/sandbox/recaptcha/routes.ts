import { Hono } from 'hono';
import { cut, type SandboxEnv } from '../api-call.ts';
import { classicScript } from '../assets.ts';
import type { SandboxContext } from '../context.ts';

/**
 * Simulates reCAPTCHA v3 (docs/payments.md#bot-check) under /recaptcha: its script, tokens and `siteverify`. Faults can be set
 * for the routes `assets.recaptcha_js`, `recaptcha.execute` and `recaptcha.siteverify`.
 */
export function recaptchaRoutes({ faults, recaptcha }: SandboxContext) {
  const script = classicScript('recaptcha.ts');

  return new Hono<SandboxEnv>()
    .get('/api.js', async (c) =>
      (await faults.strikeFile('assets.recaptcha_js'))
        ? c.body('', 503)
        : c.body(script, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
    )
    .post('/execute', async (c) => {
      const token = (await faults.strikeFile('recaptcha.execute'))
        ? null
        : recaptcha.make(new URLSearchParams(await c.req.text()));
      return token === null ? c.body('', 400) : c.text(token);
    })
    .post('/api/siteverify', async (c) => {
      const fault = await faults.strikeFile('recaptcha.siteverify');
      if (fault?.fault === 'drop_before') return cut(c);
      if (fault) return c.text('<html>Error</html>', 503);
      return c.json(recaptcha.verify(new URLSearchParams(await c.req.text())));
    });
}
