import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { CouponResultSchema } from '#server/orders/orders.ts';
import { problems } from '#server/shared/problem.ts';
import { apiPrefix, type CallName, callNames, contract } from '#src/api/contract/index.ts';
import { browserHeader, type Endpoint, None } from '#src/api/endpoint.ts';
import { CheckoutReplySchema } from '#src/domain/checkout.ts';
import { CompletionSchema } from '#src/domain/completion.ts';
import { CustomerInfoSchema } from '#src/domain/customer.ts';
import { DeclineReasonSchema } from '#src/domain/decline-reason.ts';
import { failureCodes } from '#src/domain/failures.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { OrderSchema } from '#src/domain/order.ts';
import { ProductSchema, TimeSpanSchema } from '#src/domain/product.ts';
import { TicketSchema } from '#src/domain/ticket.ts';
import { summaries } from './summaries.ts';

type Json = Record<string, unknown>;

/** Schemas that are defined once and referenced. */
const named = {
  CheckoutReply: CheckoutReplySchema,
  Completion: CompletionSchema,
  CustomerInfo: CustomerInfoSchema,
  Lang: LangSchema,
  Order: OrderSchema,
  Product: ProductSchema,
  Ticket: TicketSchema,
  TimeSpan: TimeSpanSchema,
};

const describe = `The calls of the ticket shop, generated from the contract that client and server share.

A schema says what JSON Schema can say. A rule it cannot say (a text is trimmed, a date must exist, fields depend on one
another) is left out, and the field stands with the type it is sent in: the server may still answer \`invalid_input\` and name it.
Unknown fields of a body are refused, unknown query parameters ignored. Replies may gain fields.`;

const ref = (id: string): Json => ({ $ref: `#/components/${id}` });

/* Input is described up to its first transformation, output from the last one on; what JSON Schema cannot express is omitted. */
const options = (typeMode: 'input' | 'output') =>
  ({
    target: 'draft-2020-12',
    typeMode,
    errorMode: 'ignore',
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  }) satisfies Parameters<typeof toJsonSchema>[1];

export const schemaOf = (schema: v.GenericSchema, typeMode: 'input' | 'output'): Json => {
  const made = toJsonSchema(schema, { ...options(typeMode), definitions: named });
  const { $schema: _dialect, $defs: _named, ...own } = made;
  return own;
};

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const queryOf = ({ query }: Endpoint): Json[] => {
  if (query === None) return [];
  const { properties, required } = schemaOf(query, 'input');
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => {
    return { name, in: 'query', required: needed.includes(name), schema };
  });
};

const pathOf = ({ path }: Endpoint): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    return { name, in: 'path', required: true, schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' } };
  });

const headersOf = ({ method, header, browser }: Endpoint): Json[] => [
  ...(method === 'GET' ? [] : [ref('parameters/IdempotencyKey')]),
  ...(header === 'x-recaptcha-token' ? [ref('parameters/RecaptchaToken')] : []),
  ...(browser ? [ref('parameters/BrowserSecret')] : []),
];

/** Fields of a reply beside those of the contract, which our own client does not read. */
const beside: Partial<Record<CallName, v.GenericSchema>> = {
  createOrderCoupon: CouponResultSchema,
  deleteOrderCoupon: CouponResultSchema,
};
const replyOf = (name: CallName, row: Endpoint): Json => {
  const more = beside[name];
  const reply = schemaOf(row.reply, 'output');
  return more ? { allOf: [reply, schemaOf(more, 'output')] } : reply;
};

/** Error statuses of a call, derived from its contract row. */
const statusesOf = (row: Endpoint): number[] => {
  const isWrite = row.method !== 'GET';
  const bound = row.path.includes('{') || isWrite;
  const paid = row.reply === CheckoutReplySchema;
  const statuses = [400, 404, 405, 429, 500, 503];
  if (paid) statuses.push(402);
  if (row.header) statuses.push(403);
  if (bound) statuses.push(409, 410);
  if (row.body !== None) statuses.push(408, 413, 415);
  if (isWrite) statuses.push(422);
  return statuses.sort((a, b) => a - b);
};

const operationOf = (name: CallName, row: Endpoint, cached: boolean): Json => ({
  operationId: name,
  summary: summaries[name],
  parameters: [...pathOf(row), ...queryOf(row), ...headersOf(row)],
  ...(row.body === None
    ? {}
    : { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(row.body, 'input') } } } }),
  responses: {
    200: {
      description: cached ? 'The answer; it may be kept a minute and asked for by its ETag.' : 'The answer.',
      content: { 'application/json': { schema: replyOf(name, row) } },
    },
    ...(cached ? { 304: { description: 'Not changed since the ETag sent in If-None-Match.' } } : {}),
    ...Object.fromEntries(statusesOf(row).map((status) => [status, ref(`responses/Problem${status}`)])),
  },
});

/** Codes with this usual status; `bad_request` also has others where HTTP defines one. */
const codesOf = (status: number) =>
  failureCodes.filter(
    (code) => problems[code][0] === status || (code === 'bad_request' && [404, 405, 408, 413, 415].includes(status)),
  );

export const headersOfStatus = (status: number): Json => {
  if (status === 401) return { headers: { 'WWW-Authenticate': { schema: { type: 'string' } } } };
  const allow = { description: 'The methods of this path.', schema: { type: 'string' } };
  return status === 405 ? { headers: { Allow: allow } } : {};
};

const problemResponseOf = (status: number): Json => ({
  description: codesOf(status)
    .map((code) => `\`${code}\`: ${problems[code][1]}.`)
    .join(' '),
  ...headersOfStatus(status),
  content: { 'application/problem+json': { schema: ref('schemas/Problem') } },
});

export const problemSchema = {
  type: 'object',
  description: 'RFC 9457. `code` is for programs, `title` and `detail` are for people who write them.',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: failureCodes },
    errors: {
      description: 'Wrong fields by JSON pointer.',
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'detail'],
        properties: { pointer: { type: 'string' }, detail: { type: 'string' } },
      },
    },
    reason: { description: 'Why a provider refused, with `payment_api_failure`.', enum: DeclineReasonSchema.options },
    rest: { description: 'Yen that a coupon would leave, with `coupon_rest_unpayable`.', type: 'integer', minimum: 0 },
    request_id: {
      description: 'The id of the request that was refused, as in the log; also in `x-request-id`.',
      type: 'string',
    },
    last_admission: {
      description: 'Last admission with which the hold ended, with `session_timeout`.',
      type: 'string',
      format: 'date-time',
    },
    retry_after: { description: 'Seconds after which asking again is worth it.', type: 'number', minimum: 0 },
  },
};

const parameters: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'New for each write, bare or in quotes. It must be able to hold 128 bits: 32 random hexadecimal digits, 22 other random characters or a UUID, for instance. The same key with the same body again is done once and answered as the first time; what was refused is judged again.',
    schema: { type: 'string', pattern: '^("[!-~]{22,255}"|[!-~]{22,255})$' },
  },
  RecaptchaToken: {
    name: 'x-recaptcha-token',
    in: 'header',
    required: false,
    description: 'Token of the bot check, a fresh one for each try; any word where the site does without.',
    schema: { type: 'string' },
  },
  BrowserSecret: {
    name: browserHeader,
    in: 'header',
    required: false,
    description:
      'Random, the same for all requests of one browser, stored there before the first of them. The browser that paid, and the first one that asks by the reference of a return, are shown the ticket; without it only the state of the payment is told.',
    schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  },
};

/** A part of the description that another room adds. */
export type ApiPart = Record<'paths' | 'schemas' | 'responses' | 'securitySchemes', Json> & { tags: Json[] };
const nothingMore: ApiPart = { tags: [], paths: {}, schemas: {}, responses: {}, securitySchemes: {} };

/**
 * The OpenAPI 3.1 document of every call of the contract, served at `/openapi.json`. `cached`: calls with an ETag; `part`: what is
 * served beside the contract. It names no site: anybody may read it, and a site may not be announced yet.
 */
export const openApi = (cached: ReadonlySet<CallName>, part: ApiPart = nothingMore): Json => {
  const paths: Record<string, Json> = {};
  for (const name of callNames) {
    const row: Endpoint = contract[name];
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operationOf(name, row, cached.has(name)) };
  }
  const statuses = [...new Set(callNames.flatMap((name) => statusesOf(contract[name])))];
  return {
    openapi: '3.1.1',
    info: { title: 'Ticket store', version: '1', description: describe },
    servers: [
      { url: apiPrefix, description: 'The site of this host, or the default site' },
      {
        url: `/{site}${apiPrefix}`,
        description: 'Any site by its code',
        variables: { site: { default: 'site', description: 'The code of the site, as in the address of its page' } },
      },
    ],
    tags: part.tags,
    security: [],
    paths: { ...paths, ...part.paths },
    components: {
      schemas: { ...toJsonSchemaDefs(named, options('output')), Problem: problemSchema, ...part.schemas },
      parameters,
      responses: {
        ...Object.fromEntries(statuses.map((status) => [`Problem${status}`, problemResponseOf(status)])),
        ...part.responses,
      },
      securitySchemes: part.securitySchemes,
    },
  };
};
