import * as v from 'valibot';
import { FailureCodeSchema, type FailureNote } from '#src/domain/failures.ts';
import { DeclineReasonSchema } from '#src/domain/payment.ts';
import type { Endpoint } from './endpoint.ts';

/** Problem document (RFC 9457) as this store's server writes it. */
const ProblemSchema = v.object({
  code: v.optional(v.string()),
  reason: v.optional(DeclineReasonSchema),
  errors: v.optional(v.array(v.object({ pointer: v.string() })), []),
});

type Answer = { status: number; headers: Headers; _data?: unknown };

const secondsOf = (header: string | null): number | undefined => {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(60, Math.max(0, seconds)) : undefined;
};

/**
 * In: a refusing answer and its call. Out: the failure it means (docs/product.md#failure-dialogs): a known code is itself, another code is a bad
 * request that quotes it, none is a request error. A 5xx, in_flight or 429 on a write does not say whether it happened.
 */
export const noteOfAnswer = (answer: Answer, row: Endpoint): FailureNote => {
  const parsed = v.safeParse(ProblemSchema, answer._data);
  const { code, reason, errors } = parsed.success ? parsed.output : { code: undefined, reason: undefined, errors: [] };
  const retryAfter = secondsOf(answer.headers.get('retry-after'));
  const own = v.safeParse(FailureCodeSchema, code);
  return {
    code: own.success ? own.output : code ? 'bad_request' : 'request_error',
    ...(code && !own.success ? { quoted: code } : {}),
    ...(reason ? { reason } : {}),
    ...(errors.length ? { fields: errors.map(({ pointer }) => pointer.replace(/^#?\//, '')) } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    unknown: row.method !== 'GET' && (answer.status >= 500 || code === 'in_flight' || answer.status === 429),
  };
};
