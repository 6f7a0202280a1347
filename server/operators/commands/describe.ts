import * as v from 'valibot';
import { type ApiPart, headersOfStatus, problemSchema, schemaOf } from '#server/web/routes/openapi.ts';
import { offeredNames, operatorPath } from './http.ts';
import { dryAbout } from './operation.ts';
import { type OperationName, operations } from './operations.ts';

type Json = Record<string, unknown>;

const TranslatedText = v.object({ en: v.string(), ja: v.string() });

const bodyOf = (name: OperationName): Json => {
  const { input, dryRun } = operations[name];
  const dry: v.ObjectEntries = dryRun
    ? { dry_run: v.optional(v.pipe(v.boolean(), v.description(dryAbout)), false) }
    : {};
  const entries: v.ObjectEntries = { ...input.entries, ...dry };
  return schemaOf(v.object(entries), 'input');
};

const replyOf = (name: OperationName): Json => {
  const { reply, dryRun } = operations[name];
  const mails = v.array(v.object({ kind: v.string(), to: v.string() }));
  const dry: v.ObjectEntries =
    dryRun === 'rehearsed' ? { dry_run: v.optional(v.boolean()), mails: v.optional(mails) } : {};
  const entries: v.ObjectEntries = { done: v.literal(name), said: TranslatedText, ...reply, ...dry };
  return schemaOf(v.looseObject(entries), 'output');
};

const problem = (status: number): Json => ({ $ref: `#/components/responses/OperatorProblem${status}` });

/** Meaning of each refusal of this API, by status. */
const refusals: Readonly<Record<number, string>> = {
  400: '`invalid_input`: something sent is not valid, named in `errors`. `bad_request`: it cannot be answered.',
  401: '`operator_token_required`: the token is missing, unknown, expired, revoked, or of another site.',
  403: '`operator_scope`: the token’s scope does not include this operation.',
  404: 'Nothing of this site is meant by what was sent (`unknown`, `nobody`, `not_on_sale`), or there is no such site or call (`bad_request`).',
  405: '`bad_request`: only POST.',
  408: '`bad_request`: the body did not come whole, or not in time.',
  409: 'It cannot be done as things are; `code`, `detail` and `facts` say why. `in_flight`: a request with the same Idempotency-Key is running.',
  410: '`token_unavailable`: a link of the order was made with a secret that is not configured any more.',
  413: '`bad_request`: the body is too large.',
  415: '`bad_request`: send application/json.',
  422: '`idempotency_key_reused`: the key was used for another request.',
  429: '`rate_limited`: ask again after Retry-After.',
  500: '`request_error`: something went wrong on our side; it is logged with `request_id`.',
  503: '`connection_error`: too much at once, or the database is not available; ask again after Retry-After.',
};

const responseOf = (status: number): Json => ({
  description: refusals[status],
  ...headersOfStatus(status),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/OperatorProblem' } } },
});

/* Without the fields that only visitors' calls have. */
const { reason: _reason, rest: _rest, last_admission: _admission, ...sharedFields } = problemSchema.properties;

const operatorProblem: Json = {
  ...problemSchema,
  description:
    'RFC 9457, as `Problem`, with a text for the operator. Rejections of the address itself (404, 405) have no `said`.',
  properties: {
    ...sharedFields,
    code: { type: 'string', description: 'Why: a code of `Problem`, or a reason of the operation.' },
    said: schemaOf(TranslatedText, 'output'),
    facts: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

const operationOf = (name: OperationName): Json => {
  const { does, details, scope, writes } = operations[name];
  return {
    operationId: `operator-${name}`,
    tags: ['operator'],
    summary: does,
    description: `${details ? `${details}\n\n` : ''}Needs the scope \`${scope}\`.`,
    security: [{ OperatorToken: [] }],
    parameters: writes ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [],
    requestBody: { required: true, content: { 'application/json': { schema: bodyOf(name) } } },
    responses: {
      200: { description: 'Done; `said` says what.', content: { 'application/json': { schema: replyOf(name) } } },
      ...Object.fromEntries(
        Object.keys(refusals)
          .map(Number)
          .filter((status) => status !== 422 || writes)
          .map((status) => [status, problem(status)]),
      ),
    },
  };
};

/** The part of the OpenAPI document about the operations of a venue. */
export const operatorApi = (): ApiPart => ({
  tags: [{ name: 'operator', description: 'For a venue’s own programs, with an operator’s token of the site.' }],
  paths: Object.fromEntries(offeredNames.map((name) => [operatorPath(name), { post: operationOf(name) }])),
  schemas: { OperatorProblem: operatorProblem },
  responses: Object.fromEntries(
    Object.keys(refusals).map((status) => [`OperatorProblem${status}`, responseOf(Number(status))]),
  ),
  securitySchemes: {
    OperatorToken: {
      type: 'http',
      scheme: 'bearer',
      description:
        'Made by `npm run ops -- token-create`: of one site, with a scope (gate, read, desk, full) and a day on which it expires.',
    },
  },
});
