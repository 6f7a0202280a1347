import { Hono } from 'hono';
import type { SandboxEnv } from '../api-call.ts';
import type { SandboxContext } from '../context.ts';
import { parseFault } from '../faults.ts';
import { settlePaypay } from '../gmo/choices.ts';
import { ledgerReport } from '../ledger-report.ts';
import { dailyFile } from '../softbank/daily-file.ts';
import { endProcessing } from '../stripe/authorise.ts';
import { setDispute } from '../stripe/disputes.ts';
import { failure } from '../stripe/errors.ts';
import { knownIntent } from '../stripe/payment-intents.ts';
import { endRefund } from '../stripe/refunds.ts';
import { paymentIntentView } from '../stripe/views.ts';

/** The testers' endpoints, mounted at /sandbox: the ledger, faults for the next calls, holding and releasing. */
export function controlRoutes(context: SandboxContext) {
  const { faults, gmo, ledger, recaptcha, softbank, webhooks } = context;

  return new Hono<SandboxEnv>()
    .get('/ledger', (c) => c.json(ledgerReport(ledger)))
    .get('/softbank/daily.csv', (c) =>
      c.body(dailyFile(ledger, c.req.query('day')), 200, { 'content-type': 'text/csv; charset=utf-8' }),
    )
    .get('/faults', (c) => c.json(faults.list()))
    .post('/faults', async (c) => {
      const body = await json(c.req.raw);
      const parsed = (Array.isArray(body) ? body : [body]).map(readFault);
      for (const fault of parsed) faults.add(fault);
      return c.json(faults.list(), 201);
    })
    .delete('/faults', (c) => {
      faults.clear();
      return c.json(faults.list());
    })
    .get('/held/:id', async (c) => {
      await faults.whenHeld(c.req.param('id'));
      return c.json({ held: c.req.param('id') });
    })
    .post('/release', async (c) => {
      const id = field(await json(c.req.raw), 'id');
      if (!faults.release(id)) throw bad(`no call is held as ${id.slice(0, 100)}`, 404);
      return c.json({ released: id });
    })
    .post('/reset', async (c) => {
      await json(c.req.raw);
      faults.clear();
      ledger.clear();
      return c.json({ reset: true });
    })
    .post('/events/:id/resend', async (c) => {
      await json(c.req.raw);
      const id = c.req.param('id');
      const isKnown = webhooks.resend(id) || gmo.notices.resend(id) || softbank.notices.resend(id);
      if (!isKnown) throw bad('there is no such event', 404);
      return c.json({ resent: c.req.param('id') });
    })
    .post('/gmo/trades/:order/settle', async (c) => {
      const result = field(await json(c.req.raw), 'result');
      if (result !== 'succeeded' && result !== 'failed') throw bad('result must be succeeded or failed');
      const trade = ledger.all('gmo_trade').find(({ order }) => order === c.req.param('order'));
      if (!trade || !settlePaypay(context, trade.id, result === 'succeeded')) throw bad('no such payment is open', 404);
      return c.json({ settled: trade.order });
    })
    .post('/recaptcha/scores', async (c) => {
      const scores = readScores(await json(c.req.raw));
      recaptcha.score(...scores);
      return c.json({ scores }, 201);
    })
    .post('/refunds/:id/settle', async (c) => {
      const result = field(await json(c.req.raw), 'result');
      if (result !== 'succeeded' && result !== 'failed') throw bad('result must be succeeded or failed');
      const refund = ledger.get('refund', c.req.param('id'));
      if (!refund) throw bad('there is no such refund', 404);
      return c.json(endRefund(context, refund, result === 'succeeded'));
    })
    .post('/payment_intents/:id/dispute', async (c) => {
      const status = field(await json(c.req.raw), 'status');
      if (status !== 'needs_response' && status !== 'won' && status !== 'lost')
        throw bad('status must be needs_response, won or lost');
      return c.json(setDispute(context, c.req.param('id'), status));
    })
    .post('/payment_intents/:id/settle', async (c) => {
      const result = field(await json(c.req.raw), 'result');
      if (result !== 'succeeded' && result !== 'failed') throw bad('result must be succeeded or failed');
      const intent = knownIntent(context, c.req.param('id'));
      if (intent.status !== 'processing') throw bad(`the payment is ${intent.status}, not processing`);
      return c.json(paymentIntentView(endProcessing(context, intent, result === 'succeeded'), context.base()));
    });
}

const bad = (message: string, status: 400 | 404 = 400) => failure(status, { type: 'invalid_request_error', message });

/** Only JSON is accepted, so that a page of another origin needs a CORS preflight and cannot use these endpoints. */
export async function json(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/json')) throw bad('send JSON with the content type application/json');
  try {
    return await request.json();
  } catch {
    throw bad('the body is not JSON');
  }
}

function readFault(input: unknown) {
  try {
    return parseFault(input);
  } catch (error) {
    throw bad(error instanceof Error ? error.message : 'the fault cannot be read');
  }
}

function readScores(body: unknown): number[] {
  const scores: unknown[] = Array.isArray(body) ? body : [body];
  return scores.map((score) => {
    if (typeof score !== 'number' || !(score >= 0 && score <= 1)) throw bad('send scores from 0 to 1');
    return score;
  });
}

function field(body: unknown, name: string): string {
  const value =
    typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : null;
  if (typeof value !== 'string' || value === '') throw bad(`${name} must be a text`);
  return value;
}
