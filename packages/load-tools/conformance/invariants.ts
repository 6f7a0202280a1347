import { openApi } from 'ticket-store/server/web/routes/openapi.ts';
import { type CallName, callNames, contract } from 'ticket-store/src/api/contract/index.ts';
import type { Endpoint } from 'ticket-store/src/api/endpoint.ts';
import { failureCodes } from 'ticket-store/src/domain/failures.ts';
import { type Answer, schemasOf } from 'ticket-store/test/api/kit/call.ts';
import { problemOf } from 'ticket-store/test/api/kit/shop.ts';
import * as v from 'valibot';
import type { Difference } from './requirement.ts';

/** Checks that apply to every response of a run. */
export type Invariant = 'problem' | 'no-store' | 'headers' | `answers ${CallName}`;

const errorsOf = schemasOf(openApi(new Set()));

export const nameOf = (endpoint: Endpoint): CallName | undefined =>
  callNames.find((name) => contract[name].method === endpoint.method && contract[name].path === endpoint.path);

export const wayOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The first break of the contract in the response to a valid call, or null. */
export const shapeFault = (endpoint: Endpoint, { status, headers, text }: Answer): Difference | null => {
  if (status !== 200) return { where: 'status', actual: `${status} ${text.slice(0, 300)}`, expected: 200 };
  const type = headers.get('content-type');
  if (!/^application\/json\b/.test(type ?? ''))
    return { where: 'content-type', actual: type, expected: 'application/json' };
  const reply = jsonOf(text);
  const [issue] = v.safeParse(endpoint.reply, reply).issues ?? [];
  if (issue) return { where: v.getDotPath(issue) ?? 'reply', actual: issue.input, expected: issue.expected };
  const operation = ['paths', endpoint.path, endpoint.method.toLowerCase()];
  const [error] = errorsOf([...operation, 'responses', '200', 'content', 'application/json', 'schema'], reply);
  return error ? { where: error.instancePath, actual: reply, expected: error.message } : null;
};

/** Why a rejection is not a problem document with a known error code, or null. */
export const problemFault = (answer: Answer): Difference | null => {
  try {
    const { code } = problemOf(answer);
    const codes: readonly string[] = failureCodes;
    return codes.includes(code) ? null : { where: 'code', actual: code, expected: 'a code of the failure table' };
  } catch {
    const type = answer.headers.get('content-type');
    const actual = `${answer.status} ${type}: ${answer.text.slice(0, 200)}`;
    return { where: 'refusal', actual, expected: 'application/problem+json with type, title, status and code' };
  }
};

/** Responses with personal data or about a write, which no cache may store. */
const isPersonal = (endpoint: Endpoint): boolean =>
  endpoint.method !== 'GET' || endpoint.path.includes('{') || endpoint.path === contract.getReservation.path;

const stays = (header: string | null): boolean => Number(/max-age=(\d+)/.exec(header ?? '')?.[1] ?? 0) >= 31_536_000;

/** The header checks that apply to a response, each with its fault or null. */
export const headerFaults = (
  url: string,
  endpoint: Endpoint,
  answer: Answer,
): (readonly [Invariant, Difference | null])[] => {
  const of = (name: string) => answer.headers.get(name);
  const fault = (name: string, isRight: boolean, expected: string): Difference | null =>
    isRight ? null : { where: name, actual: of(name), expected };
  const general =
    fault('x-content-type-options', of('x-content-type-options') === 'nosniff', 'nosniff') ??
    fault('x-powered-by', of('x-powered-by') === null, 'absent') ??
    fault('server', !/\d/.test(of('server') ?? ''), 'no version') ??
    fault(
      'strict-transport-security',
      !url.startsWith('https:') || stays(of('strict-transport-security')),
      'a year or more',
    );
  const stored = fault('cache-control', /\bno-store\b/.test(of('cache-control') ?? ''), 'no-store');
  return [
    ['headers', general],
    ...(isPersonal(endpoint) || answer.status >= 400 ? [['no-store', stored] as const] : []),
  ];
};
