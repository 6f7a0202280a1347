import { ofetch } from 'ofetch';
import * as v from 'valibot';
import { browserSecret } from '#src/device/browser-secret.ts';
import { waitForConnection } from '#src/device/connection.ts';
import { apiBase } from '#src/device/page-place.ts';
import { DeclineReasonSchema } from '#src/domain/decline-reason.ts';
import { Failure, FailureCodeSchema, type FailureDetails } from '#src/domain/failures.ts';
import { Moment } from '#src/domain/product.ts';
import { browserHeader, type Endpoint } from './endpoint.ts';
import { type CallReport, reports } from './reports.ts';

/** A problem document (RFC 9457) of this shop's server; an error response of another kind has none of its fields. */
const ProblemSchema = v.fallback(
  v.object({
    code: v.optional(v.string()),
    reason: v.optional(DeclineReasonSchema),
    rest: v.optional(v.number()),
    last_admission: v.optional(Moment),
    errors: v.optional(v.array(v.object({ pointer: v.string() })), []),
  }),
  { errors: [] },
);

type ErrorResponse = { status: number; headers: Headers; _data?: unknown };

const secondsOf = (header: string | null): number | undefined => {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(60, Math.max(0, seconds)) : undefined;
};

/**
 * Converts an error response to a failure (docs/product.md#failure-dialogs): a known code is used as it is, another one becomes a
 * bad request that quotes it, a missing one a request error. After a 5xx, in_flight or 429 the effect of a write is unknown.
 */
const failureOfResponse = (response: ErrorResponse, row: Endpoint): FailureDetails => {
  const { code, reason, rest, last_admission: lastAdmission, errors } = v.parse(ProblemSchema, response._data);
  const retryAfter = secondsOf(response.headers.get('retry-after'));
  const known = v.safeParse(FailureCodeSchema, code);
  return {
    code: known.success ? known.output : code ? 'bad_request' : 'request_error',
    ...(code && !known.success && { quoted: code }),
    ...(reason && { reason }),
    ...(rest !== undefined && { rest }),
    ...(lastAdmission && { lastAdmission }),
    ...(errors.length && { fields: errors.map(({ pointer }) => pointer.replace(/^#?\//, '')) }),
    ...(retryAfter !== undefined && { retryAfter }),
    unknown: row.method !== 'GET' && (response.status >= 500 || code === 'in_flight' || response.status === 429),
  };
};

type Schema = v.GenericSchema;

type Options<B extends Schema, Q extends Schema> = {
  /** Values for the `{name}` parameters of the path. */
  params?: Record<string, string>;
  query?: v.InferInput<Q>;
  body?: v.InferInput<B>;
  /** A retry with the same key and body returns the result of the first attempt (docs/charts.md#idempotency-keys). */
  key?: string;
  /** Creates a bot-check token (docs/product.md#bot-check), a new one for each request; without it a placeholder is sent. */
  recaptcha?: () => Promise<string>;
  signal?: AbortSignal;
};

/** A reply that breaks off counts as a missing one: ofetch is given it when its body is complete. */
const fetchWhole: typeof fetch = async (...request) => {
  const reply = await fetch(...request);
  await reply.clone().arrayBuffer();
  return reply;
};

/** Retries a request only if its call allows it; a busy server (503) is not retried automatically. */
const api = ofetch.create({ headers: { accept: 'application/json' }, retry: 0 }, { fetch: fetchWhole });

const headersOf = (row: Endpoint, key: string | undefined) => {
  const secret = row.browser ? browserSecret(row.browser === 'paying') : null;
  return {
    ...(key && { 'idempotency-key': `"${key}"` }),
    ...(row.header && { [row.header]: 'none' }),
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
  const report = (phase: CallReport['phase']) => reports.notify({ method: row.method, phase });
  report('start');
  const { signal, stop } = limited(row, options.signal);
  /** Waits for a lost connection if the call may be sent again. */
  const mayRepeat = async (): Promise<boolean> =>
    (row.method === 'GET' || options.key !== undefined) && waitForConnection(signal);
  const { header } = row;
  const { params = {}, body, recaptcha } = options;
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const botToken = async (): Promise<string> =>
    recaptcha?.().catch(async (thrown) => {
      if (await mayRepeat()) return botToken();
      throw thrown;
    }) ?? 'none';
  try {
    const content = await api<unknown>(path, {
      baseURL: apiBase(),
      method: row.method,
      headers: headersOf(row, options.key),
      query: { ...Object(options.query) },
      // no hook where none is needed: the request leaves before React renders that it is pending
      ...(header && recaptcha && { onRequest: async (made) => made.options.headers.set(header, await botToken()) }),
      onRequestError: async (made) => {
        made.options.retry = (await mayRepeat()) ? 1 : 0;
      },
      onResponseError: ({ response }) => {
        throw failed(row, failureOfResponse(response, row), response.status);
      },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    const reply = v.safeParse(row.reply, content);
    if (!reply.success) throw failed(row, { code: 'request_error', unknown: true });
    report('success');
    return reply.output;
  } catch (thrown) {
    if (options.signal?.aborted) {
      report('cancel');
      throw thrown;
    }
    report('failure');
    if (thrown instanceof Failure) throw thrown;
    // the reply is missing or incomplete; a write may have had its effect
    throw failed(row, { code: 'connection_error', unknown: row.method !== 'GET' });
  } finally {
    stop();
  }
};
