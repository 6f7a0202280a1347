import type { HttpBindings } from '@hono/node-server';
import type { Context, Handler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { API_VERSION } from './api-version.ts';
import type { SandboxContext } from './context.ts';
import type { Fault } from './faults.ts';
import { decodeForm } from './form-encoding.ts';
import { type Answer, fingerprintOf } from './idempotency.ts';
import { newId } from './ids.ts';
import { createParams, type Params } from './params.ts';
import { failure, StripeFailure } from './stripe/errors.ts';
import type { Forced } from './stripe/payment-intents.ts';

export type SandboxEnv = { Bindings: Partial<HttpBindings> };

export type Call = { params: Params; id: string; forced: Forced; caller: 'secret' | 'publishable' };

type Route = {
  /** The name by which testers set faults for this call. */
  name: string;
  /** Whether a browser may call it with the publishable key. */
  browser?: boolean;
  /** Returns the object of the response; throws StripeFailure. Must be synchronous, so that a call is atomic. */
  answer(call: Call): object;
};

/**
 * Handler of one call of the Stripe API: checks the key, parses the form, applies the tester's faults, stores the response under
 * its idempotency key, and responds in Stripe's formats.
 */
export function apiCall(context: SandboxContext, route: Route): Handler<SandboxEnv> {
  return async (c) => {
    const requestId = newId('req');
    const key = c.req.header('idempotency-key') ?? null;
    const reply = ({ status, body }: Answer, replayed: boolean) =>
      c.body(body, status as ContentfulStatusCode, {
        'content-type': 'application/json',
        'request-id': requestId,
        'stripe-version': API_VERSION,
        ...(key === null ? {} : { 'idempotency-key': key }),
        ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
      });
    try {
      const caller = callerOf(context, c, route.browser ?? false);
      for (const fault of context.faults.take(route.name, 'arrive')) {
        if (fault.fault === 'hang') await context.faults.pause(fault);
        if (fault.fault === 'unavailable') throw failure(503, { type: 'api_error', message: 'Stripe is unavailable.' });
        if (fault.fault === 'rate_limit') throw rateLimited();
        if (fault.fault === 'drop_before' || fault.fault === 'hang') return cut(c);
      }
      const { text, params } = await readParams(c);
      const id = c.req.param('id') ?? '';
      const forced = { decline: null, processing: false, wrongAmount: false };
      const work = () => answerOf(context, route, { params, id, caller, forced });
      const { replayed, ...answer } =
        c.req.method === 'POST'
          ? await context.idempotency.run(key, fingerprintOf(c.req.method, c.req.path, text), work)
          : { ...(await work()), replayed: false };
      if (await context.faults.cutsAnswer(route.name)) return cut(c);
      return reply(answer, replayed);
    } catch (error) {
      return reply(failed(error), false);
    }
  };
}

async function answerOf(context: SandboxContext, route: Route, call: Call): Promise<Answer> {
  try {
    const faults = await context.faults.takeWork(route.name);
    if (has(faults, 'error500')) throw broken();
    const decline = faults.find(({ fault }) => fault === 'decline')?.code ?? null;
    const [processing, wrongAmount] = [has(faults, 'processing'), has(faults, 'wrong_amount')];
    const object = route.answer({ ...call, forced: { decline, processing, wrongAmount } });
    if (context.faults.take(route.name, 'done').length > 0) throw broken();
    return { status: 200, body: JSON.stringify(object) };
  } catch (error) {
    return failed(error);
  }
}

const has = (faults: Fault[], name: string) => faults.some(({ fault }) => fault === name);

/** Any error as Stripe's response; an error that is not a StripeFailure is a bug of the sandbox and is printed. */
export function failed(error: unknown): Answer {
  if (error instanceof StripeFailure) return { status: error.status, body: JSON.stringify({ error: error.error }) };
  console.error(error);
  return failed(broken());
}

const broken = () => failure(500, { type: 'api_error', message: 'An unknown error occurred.' });
const rateLimited = () =>
  failure(429, { type: 'rate_limit_error', code: 'rate_limit', message: 'Too many requests hit the API too quickly.' });

function callerOf(context: SandboxContext, c: Context, browser: boolean): 'secret' | 'publishable' {
  const key = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (key === context.keys.secret) return 'secret';
  if (key === context.keys.publishable && browser) return 'publishable';
  if (key === context.keys.publishable) {
    const message = 'This API call cannot be made with a publishable API key. Please use a secret API key.';
    throw failure(403, { type: 'invalid_request_error', code: 'secret_key_required', message });
  }
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}****`
    : 'You did not provide an API key. Provide your API key in the Authorization header, using Bearer auth.';
  throw failure(401, { type: 'authentication_error', message });
}

async function readParams(c: Context): Promise<{ text: string; params: Params }> {
  const query = new URL(c.req.url).search.slice(1);
  if (c.req.method !== 'POST') return { text: '', params: createParams(decodeForm(query)) };
  const text = await c.req.text();
  const type = c.req.header('content-type') ?? '';
  if (text !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
    const message = 'Invalid request (check that your POST content type is application/x-www-form-urlencoded).';
    throw failure(400, { type: 'invalid_request_error', message });
  }
  return { text, params: createParams(decodeForm(text)) };
}

/** Closes the connection without a response; 503 for in-process calls, which have no connection. */
export function cut(c: Context<SandboxEnv>): Response {
  c.env.incoming?.socket.destroy();
  return c.body(null, 503, c.env.incoming ? { 'x-hono-already-sent': 'true' } : {});
}
