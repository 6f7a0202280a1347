import { Hono } from 'hono';
import type { SandboxEnv } from '../api-call.ts';
import type { SandboxContext } from '../context.ts';
import { failure } from '../stripe/errors.ts';
import { json } from './control.ts';

/**
 * Commands of the venue's staff, under /sandbox/ops: forwarded to the shop's endpoint for operators, whose token no browser
 * receives. 404 when none is configured.
 */
export function operatorRoutes({ operator }: SandboxContext) {
  return new Hono<SandboxEnv>().post('/:command', async (c) => {
    if (!operator) return c.notFound();
    const input = await json(c.req.raw);
    const headers = {
      authorization: `Bearer ${operator.token}`,
      'content-type': 'application/json',
      'idempotency-key': c.req.header('idempotency-key') ?? crypto.randomUUID(),
    };
    const answer = await fetch(`${operator.url}/${encodeURIComponent(c.req.param('command'))}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    }).catch(() => null);
    if (!answer || answer.status === 401)
      throw failure(503, { type: 'api_error', message: 'The shop does not answer.' });
    return new Response(await answer.text(), {
      status: answer.status,
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
  });
}
