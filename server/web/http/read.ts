import * as v from 'valibot';
import { type InputError, invalid, Problem } from '#server/shared/problem.ts';
import { toAscii } from '#src/domain/digits.ts';
import { email } from '#src/domain/rules.ts';
import { NameFaults, parseStrictJson } from '#src/sites/strict-json.ts';

/** Largest request body, bytes. */
export const maxBody = 64 * 1024;
const maxDepth = 20;

type Path = readonly (string | number)[];

const pointer = (path: Path): string =>
  `#${path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`;

const streamed = async (request: Request, limit: number, tooLarge: () => Problem): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Reads a raw body of at most `limit` bytes. Throws 413, 408. */
export const readBytes = async (request: Request, limit: number): Promise<Uint8Array> => {
  const tooLarge = () => new Problem('bad_request', { status: 413, detail: `At most ${limit} bytes are read.` });
  const contentLength = request.headers.get('content-length');
  if (Number(contentLength ?? 0) > limit) throw tooLarge();
  try {
    /* With a Content-Length Node enforces it, and reading the body at once takes half the time. */
    return contentLength === null
      ? await streamed(request, limit, tooLarge)
      : new Uint8Array(await request.arrayBuffer());
  } catch (thrown) {
    if (thrown instanceof Problem) throw thrown;
    throw new Problem('bad_request', { status: 408, detail: 'The body did not come whole, or not in time.' });
  }
};

/** Reads a JSON body of at most `limit` bytes, unparsed. Throws 415, 413, 408. */
export const readJsonBytes = async (request: Request, limit = maxBody): Promise<Uint8Array> => {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Problem('bad_request', { status: 415, detail: 'Send application/json.' });
  return readBytes(request, limit);
};

/** Parses a JSON body. Throws invalid_input, also for a duplicate name in an object, which parsers may read differently. */
export const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (thrown) {
    if (thrown instanceof NameFaults) {
      const errors = thrown.faults.map(({ path, problem }) => ({ pointer: pointer(path), detail: problem }));
      throw new Problem('invalid_input', { errors: errors.slice(0, 20) });
    }
    throw new Problem('invalid_input', { errors: [{ pointer: '#', detail: 'Not valid JSON.' }] });
  }
};

/** Reads and parses a JSON body. Throws 415, 413, 408, 400. */
export const readJson = async (request: Request, limit: number): Promise<unknown> =>
  parseJson(await readJsonBytes(request, limit));

/** Most values in an input; no call needs as many. A schema checks every item of a list before the length of the list. */
const maxValues = 1_000;

const countOf = (value: unknown, before = 0): number => {
  let count = before + 1;
  if (typeof value !== 'object' || value === null) return count;
  for (const inner of Object.values(value)) {
    if (count > maxValues) return count;
    count = countOf(inner, count);
  }
  return count;
};

/** Errors for text that no database column can hold (NUL, half a surrogate pair), and for excessive nesting. */
const unfit = (value: unknown, path: Path = []): InputError[] => {
  if (typeof value === 'string')
    return value.includes('\u0000') || /\p{Surrogate}/u.test(value)
      ? [{ pointer: pointer(path), detail: 'Characters that cannot be kept.' }]
      : [];
  if (typeof value !== 'object' || value === null) return [];
  if (path.length > maxDepth) return [{ pointer: pointer(path.slice(0, 3)), detail: 'Nested too deep.' }];
  return Object.entries(value).flatMap(([key, inner]) => unfit(inner, [...path, key]));
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Errors for unknown keys: a misspelt name must not be dropped silently. */
const surplus = (schema: unknown, value: unknown, path: Path = []): InputError[] => {
  if (!isRecord(schema)) return [];
  if (schema.wrapped) return surplus(schema.wrapped, value, path);
  if (Array.isArray(value) && schema.item)
    return value.flatMap((inner, index) => surplus(schema.item, inner, [...path, index]));
  if (schema.type !== 'object' || !isRecord(schema.entries) || !isRecord(value)) return [];
  const { entries } = schema;
  return Object.entries(value).flatMap(([key, inner]) =>
    Object.hasOwn(entries, key)
      ? surplus(entries[key], inner, [...path, key])
      : [{ pointer: pointer([...path, key]), detail: 'Unknown field.' }],
  );
};

type Issue = v.BaseIssue<unknown>;

const issueErrors = (issues: readonly Issue[], describe: (issue: Issue) => string): InputError[] =>
  issues.map((issue) => ({
    pointer: pointer((issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)))),
    detail: describe(issue),
  }));

/**
 * Parses an input. Unknown fields of a body are rejected, those of a query are ignored. `describe`: what is wrong with a field, in
 * words. Throws invalid_input that names each wrong field.
 */
export const parseInput = <S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  unknown: 'rejected' | 'ignored',
  describe: (issue: Issue) => string = ({ message }) => message,
): v.InferOutput<S> => {
  if (countOf(value) > maxValues)
    throw new Problem('invalid_input', { errors: [{ pointer: '#', detail: 'Too many values.' }] });
  const bad = unfit(value);
  if (bad.length > 0) throw new Problem('invalid_input', { errors: bad.slice(0, 20) });
  const parsed = v.safeParse(schema, value);
  const errors = [
    ...(parsed.issues ? issueErrors(parsed.issues, describe) : []),
    ...(unknown === 'rejected' ? surplus(schema, value) : []),
  ];
  if (!parsed.success || errors.length > 0) throw new Problem('invalid_input', { errors: errors.slice(0, 20) });
  return parsed.output;
};

/** The query of a request by name. Throws invalid_input for a name that comes twice: two readers may take different values. */
export const queryOf = (queries: Readonly<Record<string, readonly string[]>>): Record<string, string> => {
  const repeated = Object.keys(queries).find((name) => (queries[name]?.length ?? 0) > 1);
  if (repeated !== undefined) throw invalid(repeated, 'Given more than once.');
  return Object.fromEntries(Object.entries(queries).map(([name, [value = '']]) => [name, value]));
};

/** Normalises a mail address for storage. Throws invalid_input by the same rule as the form (docs/product.md#rule-email). */
export const checkMail = (typed: string): string => {
  if (email(typed)) throw invalid('email', 'mail_validate_invalid');
  return toAscii(typed).trim();
};
