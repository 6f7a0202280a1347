import { createHash } from 'node:crypto';
import { type Clock, seconds } from './clock.ts';
import type { Ledger } from './ledger.ts';
import { failure } from './stripe/errors.ts';

export type Answer = { status: number; body: string };

const LIFETIME_SECONDS = 24 * 60 * 60;

/** The same method, path and parameters (in any sequence) give the same fingerprint. */
export function fingerprintOf(method: string, path: string, body: string): string {
  const pairs = [...new URLSearchParams(body)].map(([name, value]) => JSON.stringify([name, value])).sort();
  return createHash('sha256')
    .update([method, path, ...pairs].join('\n'))
    .digest('hex');
}

export type Idempotency = ReturnType<typeof createIdempotency>;

/**
 * Stripe's Idempotency-Key: the first response of a key is stored for 24 hours and replayed, also a decline or a 500. Other
 * parameters are an idempotency_error (400), a call that is still running 409. Requests that never began (other 4xx) are not
 * stored.
 */
export function createIdempotency(ledger: Ledger, clock: Clock) {
  const running = new Map<string, string>();

  async function run(key: string | null, fingerprint: string, work: () => Promise<Answer>) {
    if (key === null) return { ...(await work()), replayed: false };
    if (key.length > 255) throw misuse('Idempotency keys can be at most 255 characters long.');
    const stored = ledger.get('answer', key);
    const fresh = stored !== null && seconds(clock) - stored.created < LIFETIME_SECONDS ? stored : null;
    const known = running.get(key) ?? fresh?.fingerprint;
    if (known !== undefined && known !== fingerprint) {
      throw misuse(
        'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
          `Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    }
    if (running.has(key)) {
      throw failure(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message:
          'There is currently another in-progress request using this Idempotent Key (that probably means you ' +
          `submitted twice, and the other request is still going through): ${key}. Please try again later.`,
      });
    }
    if (fresh) return { status: fresh.status, body: fresh.body, replayed: true };
    running.set(key, fingerprint);
    try {
      const answer = await work();
      const began = answer.status < 400 || answer.status === 402 || answer.status >= 500;
      if (began) ledger.put('answer', { id: key, created: seconds(clock), fingerprint, ...answer });
      return { ...answer, replayed: false };
    } finally {
      running.delete(key);
    }
  }

  return { run };
}

const misuse = (message: string) => failure(400, { type: 'idempotency_error', message });
