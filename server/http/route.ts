import type { Context, Hono } from 'hono';
import type * as v from 'valibot';
import type { Deps, Place } from '#server/deps.ts';
import { hashOf } from '#server/domain/tokens.ts';
import { None } from '#src/api/contract/none.ts';
import type { Endpoint } from '#src/api/endpoint.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { rankOf } from './admission.ts';
import { type Given, keyOf, once } from './idempotency.ts';
import type { Bindings } from './listen.ts';
import { documentOf, Problem } from './problem.ts';
import { parseInput, readJson } from './read.ts';

/** What a handler gets: the input by the contract, already checked. */
export type Call<E extends Endpoint> = Place & {
  params: Record<string, string>;
  query: v.InferOutput<E['query']>;
  body: v.InferOutput<E['body']>;
};

/** An answer that asking again with the same key may change (a payment that is still open). */
export class Unsettled<R> {
  readonly reply: R;
  constructor(reply: R) {
    this.reply = reply;
  }
}

/** Answers one call. Throws a Problem to refuse. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<v.InferOutput<E['reply']> | Unsettled<v.InferOutput<E['reply']>>>;

/** What the middleware found out before a route runs. */
export type Variables = {
  Variables: { site: SiteCode; base: string; requestId: string; address: string };
  /** Nothing where a test asks without a connection. */
  Bindings: Partial<Bindings>;
};

/** Contract path to Hono path: `{token}` is `:token`. */
export const honoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

const given = (status: number, body: unknown, final: boolean): Given => ({ status, body: JSON.stringify(body), final });

/** A refusal is an answer as well: it is kept and repeated, unless waiting would change it. */
const refusal = (thrown: unknown, requestId: string): Given => {
  if (!(thrown instanceof Problem) || thrown.extra.retryAfter !== undefined || thrown.extra.headers) throw thrown;
  return given(thrown.status, documentOf(thrown, requestId), true);
};

const answer = ({ status, body }: Given, headers: Record<string, string>): Response => {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  return new Response(body, { status, headers: { 'content-type': `${type}; charset=utf-8`, ...headers } });
};

const freshOr304 = (c: Context, result: Given): Response => {
  const etag = `"${hashOf(result.body).slice(0, 27)}"`;
  const headers = { 'cache-control': 'public, max-age=60', etag };
  const known = c.req.header('if-none-match')?.split(/\s*,\s*/) ?? [];
  if (known.some((tag) => tag.replace(/^W\//, '') === etag)) return new Response(null, { status: 304, headers });
  return answer(result, headers);
};

/**
 * Answers one row of the contract: checks path, query and body by its schemas, gives writes their Idempotency-Key, and
 * turns the handler's reply into the response. `cached` rows carry an ETag, all others `no-store`.
 */
export const route = <E extends Endpoint>(
  app: Hono<Variables>,
  deps: Pick<Deps, 'db' | 'vault' | 'botCheck' | 'admission'>,
  endpoint: E,
  handler: Handler<E>,
  cached: boolean,
): void => {
  const { method, path } = endpoint;
  const respond = async (c: Context<Variables>): Promise<Response> => {
    const params: Record<string, string> = c.req.param();
    const query = parseInput<E['query']>(endpoint.query, c.req.query(), false);
    const sent = endpoint.body === None ? undefined : await readJson(c.req.raw);
    const body = parseInput<E['body']>(endpoint.body, sent, true);
    if (Object.values(params).some((value) => value.length > 128 || !/^[\w-]+$/.test(value)))
      throw new Problem('token_not_found');

    const run = async (effectId: string): Promise<Given> => {
      const [site, base, address] = [c.get('site'), c.get('base'), c.get('address')];
      /* In here, so that an answer that is only repeated asks nobody: its token is spent. */
      if (endpoint.header) await deps.botCheck.pass(site, base, c.req.header(endpoint.header));
      /* What is worked with and kept of an address is a hash. */
      const visitor = deps.vault.idOf(`address\n${address}`);
      const reply = await handler({ params, query, body, site, base, visitor, effectId });
      return reply instanceof Unsettled ? given(200, reply.reply, false) : given(200, reply, true);
    };

    const key = endpoint.write ? keyOf(c.req.header('idempotency-key')) : null;
    /* From here on there is work: input that came slowly, or is wrong, has kept nobody waiting. */
    const admit = (work: () => Promise<Given>) => deps.admission.admit(rankOf(path, body), work);
    if (key === null) {
      const result = await admit(() => run(crypto.randomUUID()));
      return cached ? freshOr304(c, result) : answer(result, { 'cache-control': 'no-store' });
    }
    const refused = (thrown: unknown) => refusal(thrown, c.get('requestId'));
    const result = await admit(() => {
      const scope = `${c.get('site')} ${method} ${path}`;
      const fingerprint = hashOf(`${method} ${new URL(c.req.url).pathname}\n${JSON.stringify(sent ?? null)}`);
      const effectId = deps.vault.idOf(`${scope}\n${key}\n${fingerprint}`);
      return once(deps.db, deps.vault, { scope, key, fingerprint }, () => run(effectId).catch(refused));
    });
    return answer(result, { 'cache-control': 'no-store' });
  };
  app.on(method, honoPath(path), respond);
};
