import type { Context, Hono } from 'hono';
import { hashOf } from '#server/core/crypto.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import { documentOf } from '#server/shared/problem.ts';
import { countUsesOnce } from '#server/shared/rate-limit.ts';
import { type Identified, operatorScopes } from '#server/shared/tokens/operator-tokens.ts';
import { keyOf, once, type SerializedResponse } from '#server/web/http/idempotency.ts';
import { type CallerDeps, callerBy } from '#server/web/http/operator-caller.ts';
import { maxBody, readJson } from '#server/web/http/read.ts';
import { only } from '#server/web/http/refuse.ts';
import type { Variables } from '#server/web/http/variables.ts';
import { largestCatalogue } from './catalogue.ts';
import type { OpsDeps } from './deps.ts';
import type { Operation } from './operation.ts';
import { type OperationName, operationNames, operations } from './operations.ts';
import { perform } from './perform.ts';
import { type ReportedProblem, reportOf } from './reported-problem.ts';

export type OperatorDeps = OpsDeps & CallerDeps;

/** The operations that a token may call, in the sequence of the table. */
export const offeredNames: readonly OperationName[] = operationNames.filter((name) => operations[name].scope !== null);

export const operatorPath = (name: OperationName): string => `/operator/${name}`;

/** Most requests of a token in a minute: writes of scanners at the gate, all that only reads, and all other writes. */
const perMinute = { gate: 1_200, read: 300, full: 120 };

type Known = Extract<Identified, { isValid: true }>;

const mayCall = ({ scope }: Known, required: Operation['scope']): boolean =>
  required !== null && operatorScopes.indexOf(scope) >= operatorScopes.indexOf(required);

/** A rejection as a problem document (docs/architecture.md#problems). A ticket, person or slot that does not exist is 404. */
const refusal = ({ code, text, problem, facts = {}, ...refused }: ReportedProblem, requestId: string): Response => {
  const status = code === 'unknown' || code === 'nobody' || code === 'not_on_sale' ? 404 : refused.status;
  const base = problem
    ? documentOf(problem, requestId)
    : { type: 'about:blank', title: text.en, status, code, request_id: requestId };
  const retryAfter = problem?.extra.retryAfter;
  return new Response(JSON.stringify({ ...base, said: text, ...(Object.keys(facts).length > 0 && { facts }) }), {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      ...(status === 401 && { 'www-authenticate': 'Bearer realm="operator"' }),
      ...(retryAfter !== undefined && { 'retry-after': String(Math.ceil(retryAfter)) }),
    },
  });
};

/** Identifies the caller of an operation and counts the request. Throws OperatorProblem and rate_limited. */
const callerOf = async (deps: OperatorDeps, c: Context<Variables>, name: OperationName): Promise<Known> => {
  const [site, address] = [c.get('site'), c.get('address')];
  const identified = await callerBy(deps, { site, address, header: c.req.header('authorization') });
  const { scope, writes } = operations[name];
  const reject = (why: string, problem: OperatorProblem) => {
    const facts = { id: c.get('requestId'), command: name, site, by: identified.id, because: why };
    deps.log('warn', 'operator_refused', facts);
    return problem;
  };
  if (!identified.isValid) throw reject(identified.why, new OperatorProblem('operator_token_required'));
  if (!mayCall(identified, scope))
    throw reject('scope', new OperatorProblem('operator_scope', { scope: identified.scope, needed: scope ?? '' }));
  const kind = !writes ? 'read' : scope === 'gate' ? 'gate' : 'full';
  const about = deps.tokens.idOf(`operator\n${identified.id}\n${kind}`);
  const count = () => countUsesOnce(deps.db, [{ about, max: perMinute[kind], within: 60 }]);
  await deps.admissionQueue.admit('verify', address, count);
  return identified;
};

const answer = async (deps: OperatorDeps, c: Context<Variables>, name: OperationName): Promise<SerializedResponse> => {
  const { id, scope, name: tokenName, products } = await callerOf(deps, c, name);
  const site = c.get('site');
  const sent = await readJson(c.req.raw, name === 'catalogue-import' ? largestCatalogue : maxBody);
  const run = async (effectId: string): Promise<SerializedResponse> => {
    const caller = { by: id, site, scope, name: tokenName, products };
    const request = { caller, shopUrl: new URL(c.get('base')).origin, effectId };
    return { status: 200, body: JSON.stringify(await perform(deps, request, name, sent)), final: true };
  };
  const key = operations[name].writes ? keyOf(c.req.header('idempotency-key')) : null;
  /* As urgent as a visitor's request about a ticket. */
  return deps.admissionQueue.admit('ticket', c.get('address'), () => {
    if (key === null) return run(crypto.randomUUID());
    const keyScope = `operator ${id} ${site} ${name}`;
    const fingerprint = hashOf(`${name}\n${JSON.stringify(sent ?? null)}`);
    const effectId = deps.tokens.idOf(`${keyScope}\n${key}\n${fingerprint}`);
    return once(deps.db, deps.tokens, { scope: keyScope, key, fingerprint }, () => run(effectId));
  });
};

/**
 * The operations of a site over HTTP, for a venue's own programs: `POST /api/v1/operator/<name>` with a token of that site as
 * bearer (docs/operations.md#operators-api). Errors are problem documents with a text for the operator.
 */
export const operatorRoutes = (api: Hono<Variables>, deps: OperatorDeps): void => {
  for (const name of offeredNames) {
    api.post(operatorPath(name), async (c) => {
      try {
        const { status, body } = await answer(deps, c, name);
        return new Response(body, { status, headers: { 'content-type': 'application/json; charset=utf-8' } });
      } catch (thrown) {
        return refusal(reportOf(thrown, deps.log), c.get('requestId'));
      }
    });
    api.all(operatorPath(name), only('POST'));
  }
};
