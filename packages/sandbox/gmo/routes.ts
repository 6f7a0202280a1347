import { type Context, Hono } from 'hono';
import type { SandboxEnv } from '../api-call.ts';
import { classicScript } from '../assets.ts';
import type { SandboxContext } from '../context.ts';
import { gmoCall } from './answer.ts';
import { cardCalls } from './card-calls.ts';
import { applyPaypayChoice, applySecureChoice } from './choices.ts';
import { textsFor } from './page-texts.ts';
import { choicePage, gonePage, returnPage } from './pages.ts';
import { paypayCalls } from './paypay-calls.ts';
import type { GmoTrade } from './records.ts';
import { expiredOr } from './trades.ts';

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** GMO's calls under /payment, its token script and the buyer's pages (docs/payments.md#gmo-payment-gateway). */
export function gmoRoutes(context: SandboxContext) {
  const script = classicScript('gmo-token.ts');
  const app = new Hono<SandboxEnv>();
  for (const [name, call] of Object.entries({ ...cardCalls, ...paypayCalls }))
    app.post(`/payment/${name}.idPass`, gmoCall(context, `gmo.${name}`, call));

  const tradeOf = (accessId: string): GmoTrade | undefined =>
    context.ledger.all('gmo_trade').find((trade) => trade.accessId === accessId);
  const shown = (c: Context, body: ReturnType<typeof gonePage>) =>
    c.html(body, 200, { 'content-security-policy': policy });
  const secure = (c: Context) => {
    const texts = textsFor(c.req.header('accept-language'));
    return { texts, title: texts.secure, mark: '3-D Secure 2' };
  };
  const paypay = (c: Context) => {
    const texts = textsFor(c.req.header('accept-language'));
    return { texts, title: texts.paypay, mark: 'PayPay' };
  };

  app.get('/ext/js/token.js', async (c) => {
    if (await context.faults.strikeFile('assets.gmo_js')) return c.body('', 503);
    return c.body(script, 200, { 'content-type': 'text/javascript; charset=utf-8' });
  });
  app.post('/ext/api/credit/getToken', async (c) =>
    c.json(context.gmo.tokens.make(new URLSearchParams(await c.req.text()))),
  );

  app.get('/payment/tds2/:step', (c) => {
    const trade = tradeOf(c.req.query('trans') ?? '');
    const step = c.req.param('step');
    const open = step === 'method' ? trade?.secure === 'due' : trade?.secure === 'challenge';
    if (!trade || !open) return shown(c, gonePage(secure(c)));
    const fields = { trans: trade.accessId, step };
    return shown(
      c,
      choicePage(
        secure(c),
        trade,
        '/payment/tds2/answer',
        fields,
        step === 'method' ? ['Y', 'C', 'N', 'U'] : ['Y', 'N', 'U'],
      ),
    );
  });
  app.post('/payment/tds2/answer', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const trade = tradeOf(form.get('trans') ?? '');
    const back = trade && applySecureChoice(context, trade, form.get('step') ?? '', form.get('press') ?? '');
    if (!back) return shown(c, gonePage(secure(c)));
    return back.method === 'GET' ? c.redirect(back.url, 303) : shown(c, returnPage(secure(c), back.url, back.fields));
  });

  app.post('/payment/PaypayStart.idPass', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const found = tradeOf(form.get('AccessID') ?? '');
    const trade = found && expiredOr(context, found);
    if (trade?.status !== 'REQSUCCESS' || trade.token !== form.get('Token')) return shown(c, gonePage(paypay(c)));
    const fields = { AccessID: trade.accessId, Token: trade.token };
    const choices = ['success', 'late', 'never', 'wrong_amount', 'decline', 'error', 'cancel'] as const;
    return shown(c, choicePage(paypay(c), trade, '/payment/paypay/answer', fields, choices));
  });
  app.post('/payment/paypay/answer', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const found = tradeOf(form.get('AccessID') ?? '');
    const trade = found && expiredOr(context, found);
    const isTheirs = trade?.status === 'REQSUCCESS' && trade.token === form.get('Token');
    const fields = isTheirs ? applyPaypayChoice(context, trade, form.get('press') ?? '') : null;
    return shown(c, trade && fields ? returnPage(paypay(c), trade.returnUrl, fields) : gonePage(paypay(c)));
  });
  return app;
}
