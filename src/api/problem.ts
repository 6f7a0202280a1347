import * as v from 'valibot';
import { DeclineReasonSchema } from '#src/domain/decline-reason.ts';
import { FailureCodeSchema, type FailureDetails } from '#src/domain/failures.ts';
import { Moment } from '#src/domain/product.ts';
import type { Endpoint } from './endpoint.ts';

/** A problem document (RFC 9457) of this shop's server. */
const ProblemSchema = v.object({
  code: v.optional(v.string()),
  reason: v.optional(DeclineReasonSchema),
  rest: v.optional(v.number()),
  last_admission: v.optional(Moment),
  errors: v.optional(v.array(v.object({ pointer: v.string() })), []),
});

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
export const failureOfResponse = (response: ErrorResponse, row: Endpoint): FailureDetails => {
  const parsed = v.safeParse(ProblemSchema, response._data);
  const {
    code,
    reason,
    rest,
    last_admission: lastAdmission,
    errors,
  } = parsed.success ? parsed.output : v.parse(ProblemSchema, {});
  const retryAfter = secondsOf(response.headers.get('retry-after'));
  const own = v.safeParse(FailureCodeSchema, code);
  return {
    code: own.success ? own.output : code ? 'bad_request' : 'request_error',
    ...(code && !own.success && { quoted: code }),
    ...(reason && { reason }),
    ...(rest !== undefined && { rest }),
    ...(lastAdmission && { lastAdmission }),
    ...(errors.length && { fields: errors.map(({ pointer }) => pointer.replace(/^#?\//, '')) }),
    ...(retryAfter !== undefined && { retryAfter }),
    unknown: row.method !== 'GET' && (response.status >= 500 || code === 'in_flight' || response.status === 429),
  };
};
