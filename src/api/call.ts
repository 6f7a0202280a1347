import { ofetch } from 'ofetch';
import * as v from 'valibot';
import { Failure, type FailureNote } from '#src/domain/failures.ts';
import { browserHeader, type Endpoint } from './endpoint.ts';
import { noteOfAnswer } from './problem.ts';
import { report } from './reports.ts';

type Schema = v.GenericSchema;

type Options<B extends Schema, Q extends Schema> = {
  /** Values for the `{name}` places of the path. */
  params?: Record<string, string>;
  query?: v.InferInput<Q>;
  body?: v.InferInput<B>;
  /** Idempotency-Key: the same key and body again is the question "did it happen?" (docs/charts.md#idempotency-keys). */
  key?: string;
  /** Makes a bot-check token (docs/product.md#bot-check), a fresh one for each sending; without it a placeholder is sent. */
  recaptcha?: () => Promise<string>;
  signal?: AbortSignal;
};

let base = '/api/v1';

/** In: origin and path before every call's path; it depends on the site (docs/product.md#api). Set once at start. */
export const setApiBase = (url: string): void => {
  base = url;
};

let readBrowserSecret = (): string | null => null;

/** Sets where calls marked `browser` get this browser's secret from. */
export const setBrowserSecret = (read: () => string): void => {
  readBrowserSecret = read;
};

type LineBack = (signal: AbortSignal | undefined) => Promise<boolean>;

/** Where nobody waits for a lost line, a call without an answer has failed. */
const noWait: LineBack = async () => false;
let lineBack = noWait;

/**
 * In: what waits for a lost line, and says whether it is worth asking again (app mode `reconnect`). From now on calls that
 * may be repeated are sent again when the line is back: reads, and writes with their key. Out: its end.
 */
export const resendBy = (wait: LineBack): (() => void) => {
  lineBack = wait;
  return () => {
    lineBack = noWait;
  };
};

const fill = (path: string, params: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

const headersOf = async (row: Endpoint, { key, recaptcha }: Options<Schema, Schema>) => {
  const secret = row.browser ? readBrowserSecret() : null;
  return {
    accept: 'application/json',
    ...(key ? { 'idempotency-key': `"${key}"` } : {}),
    ...(row.header ? { [row.header]: recaptcha ? await recaptcha() : 'none' } : {}),
    ...(secret ? { [browserHeader]: secret } : {}),
  };
};

/**
 * In: a row and its caller's signal. Out: a signal that ends with either, and what stops the clock. ofetch has a timeout of
 * its own but leaves it out when it is given a signal.
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

/** In: a row whose answer did not come, or broke off. Out: a failure whose effect is unknown for writes. */
const noteOfSilence = (row: Endpoint): FailureNote => ({ code: 'connection_error', unknown: row.method !== 'GET' });

/** In: a row, what went wrong, the status where there was one. Out: the failure, marked when no dialog may open (docs/product.md#call-reports). */
const failed = ({ silent, ignored }: Endpoint, note: FailureNote, status = 0): Failure =>
  new Failure(silent || ignored?.includes(status) ? { ...note, silent: true } : note);

/**
 * Makes one call of the contract. Out: the parsed reply. Throws Failure; a reply that does not fit the contract is a
 * request error of unknown effect. Reports start, then success, failure or cancel, by method (docs/product.md#call-reports).
 */
export const call = async <Q extends Schema, B extends Schema, R extends Schema>(
  row: Endpoint<Q, B, R>,
  options: Options<B, Q> = {},
): Promise<v.InferOutput<R>> => {
  const about = { method: row.method, path: row.path, silent: row.silent ?? false };
  report({ ...about, phase: 'start' });
  const { signal, stop } = limited(row, options.signal);
  const send = async () =>
    ofetch.raw<unknown>(base + fill(row.path, options.params ?? {}), {
      method: row.method,
      headers: await headersOf(row, options),
      retry: 0,
      ignoreResponseError: true,
      ...(options.query ? { query: options.query } : {}),
      ...(options.body === undefined ? {} : { body: options.body }),
      ...(signal ? { signal } : {}),
    });
  const sendAgain = async (thrown: unknown): ReturnType<typeof send> => {
    const mayRepeat = row.method === 'GET' || options.key !== undefined;
    if (mayRepeat && (await lineBack(signal))) return send().catch(sendAgain);
    throw thrown;
  };
  try {
    const answer = await send().catch(sendAgain);
    if (!answer.ok) throw failed(row, noteOfAnswer(answer, row), answer.status);
    const reply = v.safeParse(row.reply, answer._data);
    if (!reply.success) throw failed(row, { code: 'request_error', unknown: true });
    report({ ...about, phase: 'success' });
    return reply.output;
  } catch (thrown) {
    if (options.signal?.aborted) {
      report({ ...about, phase: 'cancel' });
      throw thrown;
    }
    const failure = thrown instanceof Failure ? thrown : failed(row, noteOfSilence(row));
    report({ ...about, phase: 'failure', note: failure.note });
    throw failure;
  } finally {
    stop();
  }
};
