import { Hono } from 'hono';
import { isBearer } from '#server/core/crypto.ts';
import { faultOf, type Log } from '#server/core/log.ts';
import { newOpsToken, publishOpsAddress } from '#server/operators/client/address-file.ts';
import { listen } from '#server/web/http/listen.ts';
import { readJson } from '#server/web/http/read.ts';
import { largestCatalogue } from './catalogue.ts';
import type { OpsDeps } from './deps.ts';
import { isOperation } from './operations.ts';
import { perform } from './perform.ts';
import { type ReportedProblem, reportOf } from './reported-problem.ts';
import texts from './texts.json' with { type: 'json' };

/** Bytes; enough for a provider's daily file of a large venue. */
const largestInput = 16 * 1024 * 1024;

/** This endpoint has few statuses: an invalid input, a refused operation, a fault of the server. */
const statusOf = ({ status, code }: ReportedProblem): number => {
  if (status === 503 || status === 404) return status;
  if (status >= 500) return 500;
  return code === 'invalid_input' ? 400 : 409;
};

/**
 * The endpoint for operators on the server's own machine, a separate application on a loopback port
 * (`server/operators/client/address-file.ts`): `POST /<command>` with the token as bearer and the parameters as JSON; without the token
 * every request gets 401. A retry with the same Idempotency-Key has no second effect.
 */
export const createOpsApp = (deps: OpsDeps, shopUrl: string, token: string): Hono => {
  const app = new Hono();
  const refuse = (refused: ReportedProblem) =>
    new Response(JSON.stringify({ refused: refused.code, said: refused.text, ...refused.facts }), {
      status: statusOf(refused),
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });

  app.use(async (c, next) => {
    if (!isBearer(c.req.header('authorization'), token)) return c.body(null, 401);
    await next();
    c.header('cache-control', 'no-store');
  });
  app.post('/:command', async (c) => {
    const name = c.req.param('command');
    if (!isOperation(name)) return c.notFound();
    const effectId = deps.tokens.idOf(`ops\n${name}\n${c.req.header('idempotency-key') ?? crypto.randomUUID()}`);
    const sent = await readJson(c.req.raw, name === 'catalogue-import' ? largestCatalogue : largestInput);
    const caller = { by: 'local', site: null, scope: 'full', name: '', products: [] } as const;
    return c.json(await perform(deps, { caller, shopUrl, effectId }, name, sent));
  });
  app.notFound(() => refuse({ status: 404, code: 'bad_request', text: texts.no_command }));
  app.onError((thrown) => refuse(reportOf(thrown, deps.log)));
  return app;
};

/**
 * Opens the endpoint on a free loopback port and publishes it. Returns null, and opens none, where the folder cannot be written,
 * since no client could read the token.
 */
export const openOpsServer = async (folder: string, log: Log) => {
  const token = newOpsToken();
  let answer: (request: Request) => Response | Promise<Response> = () => new Response('Starting.', { status: 503 });
  const listening = await listen((request) => answer(request), 0, '127.0.0.1');
  const address = { url: `http://127.0.0.1:${listening.port}`, token };
  try {
    const remove = publishOpsAddress(folder, address);
    return {
      ...address,
      /** Attaches the shop; until then commands get 503. `shopUrl` is its address for visitors. */
      serve: (deps: OpsDeps, shopUrl: string) => {
        answer = createOpsApp(deps, shopUrl, token).fetch;
      },
      close: async () => {
        remove();
        await listening.close();
      },
    };
  } catch (thrown) {
    log('warn', 'operator_door_closed', faultOf(thrown));
    await listening.close();
    return null;
  }
};
