import type { Context, Hono } from 'hono';
import type * as v from 'valibot';
import { hashOf } from '#server/core/crypto.ts';
import { isFirstTime, wasDoneLately } from '#server/db/effects.ts';
import { Overloaded } from '#server/shared/admission-queue/admission-queue.ts';
import type { KeyedWrite, StatementOutcome } from '#server/shared/keyed-write.ts';
import { invalid, Problem } from '#server/shared/problem.ts';
import { type RequestContext, visitorAt } from '#server/shared/visitor.ts';
import type { WebDeps } from '#server/web/deps.ts';
import { browserHeader, type Endpoint, None } from '#src/api/endpoint.ts';
import { encoderOf, fileOf, serveFile } from './encode.ts';
import { hashOfKey, keyOf, once, onceByStatement, type SerializedResponse } from './idempotency.ts';
import type { Priorities } from './priority.ts';
import { parseInput, parseJson, queryOf, readJsonBytes } from './read.ts';
import type { Variables } from './variables.ts';

/** Arguments of a handler, validated by the contract. */
export type Call<E extends Endpoint> = RequestContext & {
  params: Record<string, string>;
  query: v.InferOutput<E['query']>;
  body: v.InferOutput<E['body']>;
  /** Hash of the secret of the browser that sent the request; null where it sent none. */
  browser: string | null;
};

/**
 * A reply that is not stored: a retry with the same key may change it (a payment that is still open), or the write changed nothing.
 */
export class Unstored<R> {
  readonly reply: R;
  constructor(reply: R) {
    this.reply = reply;
  }
}

/** The reply of a write, stored if it changed anything: a repetition with a new key, which changes nothing, stores nothing. */
export const replyTo = <R>(isChanged: boolean, reply: R): R | Unstored<R> => (isChanged ? reply : new Unstored(reply));

/** Larger bodies are parsed only after admission; our own pages send none. */
const smallBody = 8 * 1024;

/** Handles one call. Throws a Problem to reject it. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<v.InferOutput<E['reply']> | Unstored<v.InferOutput<E['reply']>>>;

/**
 * Handles a write by statements that also look up its key and store its answer; a reply of `otherwise` leaves it to the handler.
 */
export type StatementHandler<E extends Endpoint> = (
  call: Call<E>,
  write: KeyedWrite,
) => Promise<StatementOutcome<v.InferOutput<E['reply']>>>;

/** The hash of a browser's secret. Throws invalid_input. */
const browserOf = (secret: string | undefined): string | null => {
  if (secret === undefined) return null;
  if (!/^[\da-f]{32}$/.test(secret)) throw invalid(browserHeader, '32 hexadecimal digits.');
  return hashOf(secret);
};

/** Contract path to Hono path: `{token}` becomes `:token`. */
export const honoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

const toResponse = ({ status, body }: SerializedResponse): Response => {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  return new Response(body, { status, headers: { 'content-type': `${type}; charset=utf-8` } });
};

/** A reply that visitors share: it is compressed once for all. */
const shareable = (result: SerializedResponse, cacheControl: string) => {
  const encode = encoderOf(Buffer.from(result.body), result.body.length > 500, 4);
  const about = { version: result.body, type: 'application/json; charset=utf-8', freshness: cacheControl };
  return { ...result, file: fileOf(encode, about) };
};

/**
 * `cacheControl`: the Cache-Control of replies with an ETag; others are `no-store`. `shared`: what of the query decides the reply, where
 * all visitors share one for a moment; null for a reply of one visitor. `diverted`: what is done instead when the server is at its
 * limit; null for a request that is rejected as any other.
 */
type RouteOptions<E extends Endpoint> = {
  cacheControl: string;
  byStatement?: StatementHandler<E> | undefined;
  shared?: ((query: Record<string, unknown>) => string | null) | undefined;
  diverted?: ((call: Call<E>, keyHash: string) => Promise<never> | null) | undefined;
};

/**
 * Serves one row of the contract: validates path, query and body by its schemas, runs writes once per Idempotency-Key, and
 * responds with the handler's reply.
 */
export const route = <E extends Endpoint>(
  app: Hono<Variables>,
  deps: Pick<WebDeps, 'db' | 'tokens' | 'botCheck' | 'admissionQueue' | 'recent'> & { priorities: Priorities },
  endpoint: E,
  handler: Handler<E>,
  { cacheControl, byStatement, shared, diverted }: RouteOptions<E>,
): void => {
  const { method, path } = endpoint;
  const respond = async (c: Context<Variables>): Promise<Response> => {
    const params: Record<string, string> = c.req.param();
    const query = parseInput<E['query']>(endpoint.query, queryOf(c.req.queries()), 'ignored');
    const bytes = endpoint.body === None ? null : await readJsonBytes(c.req.raw);
    const parse = (): { sent: unknown; body: v.InferOutput<E['body']> } => {
      const sent = bytes ? parseJson(bytes) : undefined;
      return { sent, body: parseInput<E['body']>(endpoint.body, sent, 'rejected') };
    };
    /* Parsing a large body costs more than rejecting it, so it waits for admission like other work. */
    const early = bytes && bytes.byteLength > smallBody ? null : parse();
    if (Object.values(params).some((value) => value.length > 128 || !/^[\w-]+$/.test(value)))
      throw new Problem('token_not_found');

    const address = c.get('address');
    const browser = endpoint.browser ? browserOf(c.req.header(browserHeader)) : null;
    const [site, base] = [c.get('site'), c.get('base')];
    const callOf = (body: v.InferOutput<E['body']>, effectId: string): Call<E> => {
      /* Only hashes of the address are used and stored. */
      const visitor = visitorAt(deps.tokens, address);
      return { params, query, body, site, base, visitor, effectId, browser };
    };
    const finish = (reply: v.InferOutput<E['reply']>, final = true): SerializedResponse => {
      deps.priorities.learn(reply);
      return { status: 200, body: JSON.stringify(reply), final };
    };
    /* A token can be used only once: a repeat of a request that was refused, or had no answer, does not need another one. */
    const checkBot = async (token: string | undefined, effectId: string): Promise<void> => {
      const passed = deps.tokens.idOf(`bot check\n${effectId}\n${token}`);
      if (await wasDoneLately(deps.db, passed)) return;
      const isVerified = await deps.admissionQueue.outside(() => deps.botCheck.pass(site, base, token));
      if (isVerified) await isFirstTime(deps.db, passed);
    };
    const run = async (body: v.InferOutput<E['body']>, effectId: string): Promise<SerializedResponse> => {
      /* Inside `run`, so that a stored response is repeated without another check. */
      if (endpoint.header && deps.botCheck.isOn(site)) await checkBot(c.req.header(endpoint.header), effectId);
      const reply = await handler(callOf(body, effectId));
      return reply instanceof Unstored ? finish(reply.reply, false) : finish(reply);
    };

    const key = method === 'GET' ? null : keyOf(c.req.header('idempotency-key'));
    /* Admission begins here: slow or invalid input has not occupied a place. */
    const name = await deps.priorities.classOf({ method, path, params, body: early?.body }, address);
    const admit = <R extends SerializedResponse>(work: () => Promise<R>) =>
      deps.admissionQueue.admit(name, address, work);
    if (key === null) {
      const read = () => run((early ?? parse()).body, crypto.randomUUID());
      /* Only what the contract names decides the reply: anybody can invent other names. */
      const declared = endpoint.query === None ? {} : Object.fromEntries(Object.entries(query ?? {}));
      const about = shared?.(declared) ?? null;
      if (about === null) return toResponse(await admit(read));
      /* Each request is admitted for itself, so none waits for the place of another client. */
      const sharedRead = () =>
        deps.recent.of(`${site} ${path} ${about}`, async () => shareable(await read(), cacheControl));
      return serveFile((await admit(sharedRead)).file, c.req.raw);
    }
    /*
     * Not with a bot check, whose token works once: `once` answers the second of two parallel requests with the same key before the
     * check; by statement both would be checked, and one of them refused for good.
     */
    const isByStatement = byStatement !== undefined && !(endpoint.header && deps.botCheck.isOn(site));
    const readKeyed = () => {
      const { sent, body } = early ?? parse();
      const scope = `${site} ${method} ${path}`;
      const fingerprint = hashOf(`${method} ${new URL(c.req.url).pathname}\n${JSON.stringify(sent ?? null)}`);
      const effectId = deps.tokens.idOf(`${scope}\n${key}\n${fingerprint}`);
      return { body, effectId, keyed: { scope, key, fingerprint } };
    };
    const divert = async (thrown: unknown): Promise<never> => {
      if (!(thrown instanceof Overloaded) || !diverted) throw thrown;
      const { body, effectId, keyed } = readKeyed();
      const diversion = () => diverted(callOf(body, effectId), hashOfKey(keyed));
      await deps.admissionQueue.admit('catalogue', address, async () => diversion());
      throw thrown;
    };
    const result = await admit(async () => {
      const { body, effectId, keyed } = readKeyed();
      if (isByStatement) {
        const call = callOf(body, effectId);
        const done = await onceByStatement(deps.db, deps.tokens, keyed, (write) => byStatement(call, write));
        if (done) return 'reply' in done ? finish(done.reply) : done;
      }
      return once(deps.db, deps.tokens, keyed, () => run(body, effectId));
    }).catch(divert);
    return toResponse(result);
  };
  app.on(method, honoPath(path), respond);
};
