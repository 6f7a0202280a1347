import { type Context, Hono } from 'hono';
import type { SandboxEnv } from '../api-call.ts';
import { browserFile, classicScript, clientScript, pageAssets } from '../assets.ts';
import type { SandboxContext } from '../context.ts';
import { homePage } from '../home.ts';
import { failure } from '../stripe/errors.ts';

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/**
 * Serves what browsers load: the simulated js.stripe.com and the pages of its frames, the tag manager and the device-fingerprint script.
 * Any shop may frame the pages made for frames (card, express, sheet, challenge); the home page may not be framed.
 */
export function pageRoutes(context: SandboxContext) {
  const script = clientScript();
  const tagManager = classicScript('tag-manager.ts');
  const fingerprint = classicScript('fingerprint.ts');
  const assets = pageAssets();
  const pages = {
    card: browserFile('card.html'),
    challenge: browserFile('challenge.html'),
    express: browserFile('express.html'),
    sheet: browserFile('sheet.html'),
  };

  /**
   * Faults can be set for the routes `assets.stripe_js`, `assets.card`, `assets.express`, `assets.challenge`,
   * `assets.tag_manager`, `assets.fingerprint_js`.
   */
  const strike = async (name: string): Promise<void> => {
    if (await context.faults.strikeFile(name))
      throw failure(503, { type: 'api_error', message: 'Stripe is unavailable.' });
  };
  const framed = (c: Context, body: string) => c.html(body, 200, { 'content-security-policy': PAGE_POLICY });

  return new Hono<SandboxEnv>()
    .get('/', (c) => c.redirect('sandbox/'))
    .get('/sandbox', (c) => c.redirect('sandbox/'))
    .get('/sandbox/', (c) =>
      c.html(homePage(context), 200, {
        'content-security-policy': `${PAGE_POLICY}; frame-ancestors 'none'`,
      }),
    )
    .get('/sandbox/stripe.js', async (c) => {
      await strike('assets.stripe_js');
      return c.body(script, 200, { 'content-type': 'text/javascript; charset=utf-8' });
    })
    .get('/sandbox/gtm.js', async (c) => {
      await strike('assets.tag_manager');
      return c.body(tagManager, 200, { 'content-type': 'text/javascript; charset=utf-8' });
    })
    .get('/snare.js', async (c) => {
      await strike('assets.fingerprint_js');
      return c.body(fingerprint, 200, { 'content-type': 'text/javascript; charset=utf-8' });
    })
    .get('/sandbox/assets/:name', (c) => {
      const asset = assets.get(c.req.param('name'));
      return asset ? c.body(asset.body, 200, { 'content-type': asset.type }) : c.notFound();
    })
    .get('/sandbox/elements/card', async (c) => {
      await strike('assets.card');
      return framed(c, pages.card);
    })
    .get('/sandbox/elements/express', async (c) => {
      await strike('assets.express');
      return framed(c, pages.express);
    })
    .get('/sandbox/elements/sheet', (c) => framed(c, pages.sheet))
    .get('/sandbox/3ds/:id', async (c) => {
      await strike('assets.challenge');
      return framed(c, pages.challenge);
    });
}
