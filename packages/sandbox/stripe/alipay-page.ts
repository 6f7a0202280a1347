import { type Context, Hono } from 'hono';
import type { SandboxEnv } from '../api-call.ts';
import type { SandboxContext } from '../context.ts';
import { textsFor } from '../gmo/page-texts.ts';
import { choicePage, gonePage, type Page } from '../gmo/pages.ts';
import { applyAlipayChoice, choices, returnOf, waitingMethod } from './alipay.ts';
import type { PaymentIntent } from './records.ts';

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";
const titles = { ja: 'Alipayでのお支払い', en: 'Pay by Alipay' };

/** Alipay's page, to which Stripe redirects the buyer: a button for each outcome. Requires the payment's client secret. */
export function alipayRoutes(context: SandboxContext) {
  const shown = (c: Context, body: ReturnType<typeof gonePage>) =>
    c.html(body, 200, { 'content-security-policy': policy });
  const pageOf = (c: Context): Page => {
    const texts = textsFor(c.req.header('accept-language'));
    return { texts, title: titles[texts.lang], mark: 'Alipay' };
  };
  const intentOf = (c: Context, secret: string): PaymentIntent | null => {
    const intent = context.ledger.get('payment_intent', c.req.param('id') ?? '');
    return intent?.client_secret === secret ? intent : null;
  };
  const goBack = (c: Context, intent: PaymentIntent | null) => {
    const url = intent && returnOf(intent);
    return url ? c.redirect(url, 303) : shown(c, gonePage(pageOf(c)));
  };

  return new Hono<SandboxEnv>()
    .get('/sandbox/alipay/:id', (c) => {
      const secret = c.req.query('client_secret') ?? '';
      const intent = intentOf(c, secret);
      if (!intent || !waitingMethod(context, intent)) return goBack(c, intent);
      const fields = { client_secret: secret };
      return shown(c, choicePage(pageOf(c), intent, `/sandbox/alipay/${intent.id}`, fields, choices));
    })
    .post('/sandbox/alipay/:id', async (c) => {
      const form = new URLSearchParams(await c.req.text());
      const intent = intentOf(c, form.get('client_secret') ?? '');
      const choice = choices.find((one) => one === form.get('press'));
      return goBack(c, intent && choice ? applyAlipayChoice(context, intent, choice) : intent);
    });
}
