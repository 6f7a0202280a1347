import { type Context, Hono } from 'hono';
import type { SandboxEnv } from '../api-call.ts';
import { classicScript } from '../assets.ts';
import type { SandboxContext } from '../context.ts';
import { choicePage, gonePage, type Page } from '../gmo/pages.ts';
import { softbankApi } from './api.ts';
import { applyChoice, readLink } from './link.ts';
import { choices, linkTextsFor } from './page-texts.ts';

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** SB Payment Service: its API, its token script, and the wallets' page for buyers (docs/payments.md#sb-payment-service). */
export function softbankRoutes(context: SandboxContext) {
  const script = classicScript('softbank-token.ts');
  const app = new Hono<SandboxEnv>();
  const shown = (c: Context, body: ReturnType<typeof gonePage>) =>
    c.html(body, 200, { 'content-security-policy': policy });
  const showGone = (c: Context) => {
    const texts = linkTextsFor(c.req.header('accept-language'));
    return shown(c, gonePage({ texts, title: 'SB Payment Service', mark: 'SBPS' }));
  };

  app.post('/api/xmlapi.do', softbankApi(context));

  app.get('/sbpstoken/com_sbps_system_token.js', async (c) => {
    if (await context.faults.strikeFile('assets.softbank_js')) return c.body('', 503);
    return c.body(script, 200, { 'content-type': 'text/javascript; charset=utf-8' });
  });
  app.post('/sbpstoken/token', async (c) => {
    const card = Object.fromEntries(new URLSearchParams(await c.req.text()));
    if (context.faults.take('softbank.token', 'work').length > 0) return c.json({ result: 'NG', errorCode: '99999' });
    return c.json(context.softbank.tokens.make(card));
  });

  app.post('/f01/FepBuyInfoReceive.do', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const request = readLink(context, form, true);
    if (!request) return showGone(c);
    const texts = linkTextsFor(c.req.header('accept-language'));
    const page: Page = { texts, title: texts.wallets[request.wallet], mark: 'SBPS' };
    const fields = { ...request.fields, sps_hashcode: form.get('sps_hashcode') ?? '' };
    return shown(c, choicePage(page, request, '/f01/press', fields, choices));
  });
  app.post('/f01/press', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const request = readLink(context, form, false);
    const choice = choices.find((one) => one === form.get('press'));
    if (!request || !choice) return showGone(c);
    return c.redirect(await applyChoice(context, request, choice), 303);
  });
  return app;
}
