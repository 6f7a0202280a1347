import { ofetch } from 'ofetch';
import * as v from 'valibot';
import { apiBase } from '#src/device/api-base.ts';
import { browserSecret } from '#src/device/browser-secret.ts';
import { waitForConnection } from '#src/device/connection.ts';
import { Failure, type FailureDetails } from '#src/domain/failures.ts';
import { browserHeader, type Endpoint } from './endpoint.ts';
import { failureOfResponse } from './problem.ts';
import { report } from './reports.ts';

type Schema = v.GenericSchema;

type Options<B extends Schema, Q extends Schema> = {
  /** Values for the `{name}` parameters of the path. */
  params?: Record<string, string>;
  query?: v.InferInput<Q>;
  body?: v.InferInput<B>;
  /**
   * Idempotency-Key: a retry with the same key and body returns the result of the first attempt
   * (docs/charts.md#idempotency-keys).
   */
  key?: string;
  /** Creates a bot-check token (docs/product.md#bot-check), a new one for each request; without it a placeholder is sent. */
  recaptcha?: () => Promise<string>;
  signal?: AbortSignal;
};

const fill = (path: string, params: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** A reply's content; text that is not JSON, as of a proxy in between, fits no contract. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** A query as it stands behind a path; parts without a value are left out. */
const searchOf = (query: unknown): string => {
  const parts = Object.entries({ ...Object(query) }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return parts.length > 0 ? `?${new URLSearchParams(parts)}` : '';
};

const headersOf = (row: Endpoint, key: string | undefined, botToken: string) => {
  const secret = row.browser ? browserSecret(row.browser === 'paying') : null;
  return {
    accept: 'application/json',
    ...(key && { 'idempotency-key': `"${key}"` }),
    ...(row.header && { [row.header]: botToken }),
    ...(secret && { [browserHeader]: secret }),
  };
};

/**
 * A signal that aborts on the caller's signal or after the endpoint's timeout, and a function that stops the timer. ofetch
 * ignores its own timeout when it is given a signal.
 */
const limited = ({ timeout }: Endpoint, signal: AbortSignal | undefined) => {
  if (!timeout) return { signal, stop: () => undefined };
  const limit = new AbortController();
  const end = () => limit.abort();
  const timer = setTimeout(end, timeout);
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  return {
    signal: limit.signal,
    stop: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    },
  };
};

/** The failure of a call whose reply is missing or incomplete; a write may have had its effect. */
const failureWithoutResponse = (row: Endpoint): FailureDetails => ({
  code: 'connection_error',
  unknown: row.method !== 'GET',
});

/** The failure of a call, marked silent where no dialog may open (docs/product.md#call-reports). */
const failed = ({ silent, ignored }: Endpoint, details: FailureDetails, status = 0): Failure =>
  new Failure(silent || ignored?.includes(status) ? { ...details, silent: true } : details);

/**
 * Makes one call of the contract and returns the parsed reply. While the page waits for a lost connection, what may be repeated
 * is sent again when it is back: a read, or a write with its key. Throws Failure; a reply that does not fit the contract is a
 * request error with unknown effect. Reports start, then success, failure or cancel, by method (docs/product.md#call-reports).
 */
export const call = async <Q extends Schema, B extends Schema, R extends Schema>(
  row: Endpoint<Q, B, R>,
  options: Options<B, Q> = {},
): Promise<v.InferOutput<R>> => {
  const about = { method: row.method, path: row.path, silent: row.silent ?? false };
  report({ ...about, phase: 'start' });
  const { signal, stop } = limited(row, options.signal);
  // Nothing is awaited that is not needed: the request leaves before React renders that it is pending.
  const send = async () => {
    const botToken = row.header && options.recaptcha ? await options.recaptcha() : 'none';
    return ofetch.raw<unknown>(apiBase() + fill(row.path, options.params ?? {}) + searchOf(options.query), {
      method: row.method,
      headers: headersOf(row, options.key, botToken),
      retry: 0,
      ignoreResponseError: true,
      parseResponse: parsed,
      ...(options.body === undefined ? {} : { body: options.body }),
      ...(signal ? { signal } : {}),
    });
  };
  const sendAgain = async (thrown: unknown): ReturnType<typeof send> => {
    const mayRepeat = row.method === 'GET' || options.key !== undefined;
    if (mayRepeat && (await waitForConnection(signal))) return send().catch(sendAgain);
    throw thrown;
  };
  try {
    const response = await send().catch(sendAgain);
    if (!response.ok) throw failed(row, failureOfResponse(response, row), response.status);
    const reply = v.safeParse(row.reply, response._data);
    if (!reply.success) throw failed(row, { code: 'request_error', unknown: true });
    report({ ...about, phase: 'success' });
    return reply.output;
  } catch (thrown) {
    if (options.signal?.aborted) {
      report({ ...about, phase: 'cancel' });
      throw thrown;
    }
    const failure = thrown instanceof Failure ? thrown : failed(row, failureWithoutResponse(row));
    report({ ...about, phase: 'failure', failure: failure.details });
    throw failure;
  } finally {
    stop();
  }
};
