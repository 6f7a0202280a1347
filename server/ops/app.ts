import { Hono } from 'hono';
import { isBearer } from '#server/core/crypto.ts';
import { faultOf } from '#server/core/log.ts';
import { databaseProblem } from '#server/http/database-problem.ts';
import { readJson } from '#server/http/read.ts';
import { Problem } from '#server/shared/problem.ts';
import { Refusal } from '#server/shared/refusal.ts';
import type { BilingualText } from './bilingual-text.ts';
import { largestCatalogue } from './catalogue.ts';
import { commands, isCommand } from './commands.ts';
import type { OpsDeps } from './deps.ts';
import { problemText, refusalText } from './texts.ts';

/** Bytes; enough for a provider's daily file of a large venue. */
const largestInput = 16 * 1024 * 1024;

type Refused = {
  status: 400 | 404 | 409 | 500 | 503;
  code: string;
  text: BilingualText;
  facts?: Readonly<Record<string, unknown>>;
};

/** Maps an error of a command to a refusal; null for an error of ours. */
const refusedBy = (error: unknown): Refused | null => {
  const thrown = databaseProblem(error) ?? error;
  if (thrown instanceof Refusal)
    return { status: 409, code: thrown.code, text: refusalText(thrown), facts: thrown.facts };
  if (!(thrown instanceof Problem)) return null;
  if (thrown.status === 503) return { status: 503, code: thrown.code, text: problemText(thrown) };
  const status = thrown.status >= 500 ? 500 : thrown.code === 'invalid_input' ? 400 : 409;
  return { status, code: thrown.code, text: problemText(thrown) };
};

const fault: Refused = {
  status: 500,
  code: 'request_error',
  text: { en: 'Something went wrong on our side.', ja: 'サーバー側で問題が発生しました。' },
};

/**
 * The endpoint for operators, a separate application on a loopback port (`server/ops-client/address-file.ts`): `POST /<command>` with the token as
 * bearer and the command's input as JSON; without the token every request gets 401. A retry with the same Idempotency-Key has no
 * second effect.
 */
export const createOpsApp = (deps: OpsDeps, shopUrl: string, token: string): Hono => {
  const app = new Hono();
  const refuse = ({ status, ...refused }: Refused) =>
    new Response(JSON.stringify({ refused: refused.code, said: refused.text, ...refused.facts }), {
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    });

  app.use(async (c, next) => {
    if (!isBearer(c.req.header('authorization'), token)) return c.body(null, 401);
    await next();
    c.header('cache-control', 'no-store');
  });
  app.post('/:command', async (c) => {
    const name = c.req.param('command');
    if (!isCommand(name)) return c.notFound();
    const effectId = deps.tokens.idOf(`ops\n${name}\n${c.req.header('idempotency-key') ?? crypto.randomUUID()}`);
    const { text, facts } = await commands[name](
      { deps, shopUrl, effectId },
      await readJson(c.req.raw, name === 'catalogue-import' ? largestCatalogue : largestInput),
    );
    deps.log('info', 'operator', { command: name });
    return c.json({ done: name, said: text, ...facts });
  });
  app.notFound(() =>
    refuse({
      status: 404,
      code: 'bad_request',
      text: { en: 'There is no such command.', ja: 'この操作はありません。' },
    }),
  );
  app.onError((thrown) => {
    const refused = refusedBy(thrown);
    if (!refused || refused.status === 500) deps.log('error', 'operator_failed', faultOf(thrown));
    return refuse(refused ?? fault);
  });
  return app;
};
