import { Hono } from 'hono';
import { cut, type SandboxEnv } from '../api-call.ts';
import { recaptchaScript } from '../assets.ts';
import type { SandboxContext } from '../context.ts';

/**
 * Simulates reCAPTCHA v3 (docs/payments.md#bot-check) under /recaptcha: its script, tokens and `siteverify`. Faults can be set
 * for the routes `assets.recaptcha_js`, `recaptcha.execute` and `recaptcha.siteverify`.
 */
export function recaptchaRoutes({ faults, recaptcha }: SandboxContext) {
  const script = recaptchaScript();

  /** Applies the tester's faults; null when the call proceeds normally. */
  const struck = async (name: string): Promise<'cut' | 'broken' | null> => {
    for (const fault of [...faults.take(name, 'arrive'), ...faults.take(name, 'work')]) {
      if (['delay', 'hold', 'hang'].includes(fault.fault)) await faults.pause(fault);
      else return fault.fault === 'drop_before' ? 'cut' : 'broken';
    }
    return null;
  };

  return new Hono<SandboxEnv>()
    .get('/api.js', async (c) =>
      (await struck('assets.recaptcha_js'))
        ? c.body('', 503)
        : c.body(script, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
    )
    .post('/execute', async (c) => {
      const token = (await struck('recaptcha.execute'))
        ? null
        : recaptcha.make(new URLSearchParams(await c.req.text()));
      return token === null ? c.body('', 400) : c.text(token);
    })
    .post('/api/siteverify', async (c) => {
      const fault = await struck('recaptcha.siteverify');
      if (fault === 'cut') return cut(c);
      if (fault) return c.text('<html>Error</html>', 503);
      return c.json(recaptcha.verify(new URLSearchParams(await c.req.text())));
    });
}
