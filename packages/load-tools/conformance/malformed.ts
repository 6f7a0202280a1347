import fc from 'fast-check';
import { apiPrefix } from 'ticket-store/src/api/contract/index.ts';
import { failureCodes } from 'ticket-store/src/domain/failures.ts';
import { type Answer, sendRaw } from 'ticket-store/test/api/kit/call.ts';
import { problemOf } from 'ticket-store/test/api/kit/shop.ts';
import type { Context } from './context.ts';
import { type Malformed, malformedOf } from './malformations.ts';
import { Broken, type Difference, NotSeen, type Requirement, type Section } from './requirement.ts';
import { bodiesOf, queriesOf } from './samples.ts';

/**
 * The fault of a response to a malformed request: `calm` for a server error or leaked internals, `named` if the fault is
 * not named.
 */
type Violation = { invariant: 'calm' | 'named'; actual: unknown; expected: string };

/** Traces of a server's internals. */
const insides = /\bat \w+ \(|node_modules|kysely|pglite|syntax error|select \w+ from/i;

/** The fault of the response, or null. Throws if a rejection is no problem document. */
const violationOf = ({ field }: Malformed, answer: Answer): Violation | null => {
  const { status, text } = answer;
  if (status < 200 || status >= 500) return { invariant: 'calm', actual: status, expected: '2xx or 4xx' };
  if (insides.test(text))
    return { invariant: 'calm', actual: text.slice(0, 200), expected: 'nothing of the server’s inside' };
  // Headers that are too large are refused before any field is read.
  if (status === 431) return null;
  if (status < 400) return field === null ? null : { invariant: 'named', actual: status, expected: 'a refusal' };
  const problem = problemOf(answer);
  const codes: readonly string[] = failureCodes;
  if (!codes.includes(problem.code))
    return { invariant: 'named', actual: problem.code, expected: 'a code of the failure table' };
  if (field === null) return null;
  if (![400, 413, 415].includes(status)) return { invariant: 'named', actual: status, expected: '400, 413 or 415' };
  if (field === '' || status !== 400) return null;
  if (problem.code !== 'invalid_input') return { invariant: 'named', actual: problem.code, expected: 'invalid_input' };
  const isNear = problem.fields.some((name) => name.startsWith(field) || field.startsWith(name));
  return isNear ? null : { invariant: 'named', actual: problem.fields, expected: field };
};

const unknown = 'A'.repeat(32);

/** Uses the token of a real order where the fault is in another field that must be named; tickets need not exist. */
const pathOf = ({ row, token, field }: Malformed, real: string): string =>
  row.path.replaceAll(
    /\{(\w+)\}/g,
    (_, place: string) => token ?? (field !== null && place === 'token' ? real : unknown),
  );

/** Rejected earlier for an equally good reason: too many requests, or an unknown token. */
const isAside = ({ field }: Malformed, answer: Answer): boolean =>
  answer.status === 429 || (field !== null && answer.status === 404 && problemOf(answer).code === 'token_not_found');

type Found = Difference & Pick<Violation, 'invariant'>;
type Swept = { found: Found[]; judged: number; all: number };

const foundIn = (sent: Malformed, answer: Answer, sentText: string): Found[] => {
  try {
    if (isAside(sent, answer)) return [];
    const violation = violationOf(sent, answer);
    return violation
      ? [{ ...violation, sent: sentText, where: `${sent.how}${sent.field ? ` (at ${sent.field})` : ''}` }]
      : [];
  } catch {
    const actual = `${answer.status} ${answer.text.slice(0, 200)}`;
    return [{ invariant: 'named', sent: sentText, where: sent.how, actual, expected: 'a problem document' }];
  }
};

const sweep = async (context: Context): Promise<Swept> => {
  const samples = { bodies: await bodiesOf(context), queries: await queriesOf(context) };
  const { token: real } = await context.hold(1);
  const { count, seed } = context.options.malformed;
  const swept: Swept = { found: [], judged: 0, all: count };
  const base = new URL(context.url).pathname.replace(/\/$/, '');
  for (const sent of fc.sample(malformedOf(samples), { seed, numRuns: count })) {
    const path = `${base}${apiPrefix}${pathOf(sent, real)}${sent.query && `?${sent.query}`}`;
    const answer = await sendRaw(context.url, {
      method: sent.row.method,
      path,
      headers: sent.headers,
      body: sent.body,
    });
    if (answer.status !== 429) swept.judged += 1;
    swept.found.push(...foundIn(sent, answer, `${sent.row.method} ${path} ${String(sent.body).slice(0, 300)}`));
  }
  return swept;
};

/** Both rows share one sweep. */
const sweeps = new WeakMap<Context, Promise<Swept>>();
const sweptOf = (context: Context): Promise<Swept> => {
  const known = sweeps.get(context) ?? sweep(context);
  sweeps.set(context, known);
  return known;
};

const row = (invariant: Violation['invariant'], description: string): Requirement => ({
  id: `malformed.${invariant}`,
  description,
  check: async (context) => {
    const { found, judged, all } = await sweptOf(context);
    const [first] = found.filter((one) => one.invariant === invariant);
    if (first) throw new Broken(first);
    if (all === 0) throw new NotSeen('give --malformed COUNT');
    if (judged < all / 2)
      throw new NotSeen('most responses were 429: remove limits by address from the server under test');
  },
});

export const malformed: Section = {
  // docs/architecture.md#bar-server-decides, docs/architecture.md#bar-fuzz
  title: 'Malformed requests, generated from the contract and a seed',
  requirements: [
    row('calm', 'the response is never 5xx and reveals no internals of the server'),
    row(
      'named',
      'requests outside the contract are rejected with 400, 413 or 415, and the JSON pointer of the wrong field',
    ),
  ],
};
