import { failureCodes } from '#src/domain/failures.ts';
import type { Answer } from './call.ts';
import type { Malformed } from './malformed.ts';
import { problemOf } from './shop.ts';

/**
 * What is wrong with the response to a malformed request: `calm` for a server error or leaked internals, `named` if the fault is
 * not named.
 */
export type Violation = { invariant: 'calm' | 'named'; actual: unknown; expected: string };

/** Traces of a server's internals. */
const insides = /\bat \w+ \(|node_modules|kysely|pglite|syntax error|select \w+ from/i;

/** What is wrong with the response, or null. Throws if a rejection is no problem document. */
export const violationOf = ({ field }: Malformed, answer: Answer): Violation | null => {
  const { status, text } = answer;
  if (status < 200 || status >= 500) return { invariant: 'calm', actual: status, expected: '2xx or 4xx' };
  if (insides.test(text))
    return { invariant: 'calm', actual: text.slice(0, 200), expected: 'nothing of the server’s inside' };
  if (status === 431 || status < 400)
    return field === null || status === 431 ? null : { invariant: 'named', actual: status, expected: 'a refusal' };
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
