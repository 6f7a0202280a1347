import { expect } from 'vitest';
import { failureOf } from '#src/domain/failures.ts';
import { above, type Seen, type WalkStep } from './seen.ts';

/** Writes that must not be executed twice. The server stores the response for each key (docs/architecture.md#idempotency). */
const weighty = ['placeOrder', 'postCheckout', 'handOver', 'changeDate', 'revokeTicket'];

/** The state of a request: pending, done, rejected, or unknown. */
type End = 'open' | 'done' | 'refused' | 'unknown';
type Request = { readonly key: string; readonly body: string; end: End; isOther?: boolean };

const requestIn = (input: object): { key: string; body: string } | null => {
  const whole: Readonly<Record<string, unknown>> = { ...input };
  const transfer = typeof whole.transfer === 'object' && whole.transfer !== null ? { ...whole.transfer } : {};
  const { key, ...rest }: Readonly<Record<string, unknown>> = { ...whole, transfer: undefined, ...transfer };
  return typeof key === 'string' ? { key, body: JSON.stringify(rest) } : null;
};

const endOf = ({ event }: WalkStep): End => {
  if (!event.type.startsWith('xstate.error.')) return 'done';
  return failureOf('error' in event ? event.error : undefined).unknown ? 'unknown' : 'refused';
};

/** The part of a chart's context from which the last request's key comes. */
const keySource = ({ running }: Seen, path: string): object | undefined => {
  const { attempt, transfer, key } = running.find((one) => one.path === path)?.snapshot.context ?? {};
  return { attempt, transfer, key };
};

/**
 * Checks the keys of one walk. Anywhere in the actor tree, a key belongs to one exact request; after a rejection the next attempt
 * has another key; while the result is unknown and nothing was changed, the same request has the same key again.
 */
export const watchWrites = (first: Seen) => {
  let old = first;
  const sent = new Map<string, Request[]>();
  const bodies = new Map<string, string>();
  let before = new Set<string>();
  return (did: WalkStep, now: Seen): void => {
    const { waiting } = now;
    const path = did.actor.join('/');
    const [, id] = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(did.event.type) ?? [];
    if (id !== undefined && weighty.includes(id) && endOf(did) === 'unknown')
      expect(keySource(now, path), `${path}: the result of ${id} is unknown, its key stays`).toEqual(
        keySource(old, path),
      );
    const then = old;
    old = now;
    const answered = id === undefined ? undefined : sent.get(`${path}/${id}`)?.at(-1);
    if (answered?.end === 'open') answered.end = endOf(did);
    // Once the input was changed, even an equal input later is another request.
    for (const [path, row] of sent) {
      const last = row.at(-1);
      const isMoved = JSON.stringify(keySource(now, above(path))) !== JSON.stringify(keySource(then, above(path)));
      if (last && isMoved && !waiting.some((one) => one.path === path)) last.isOther = true;
    }
    for (const { path, input } of waiting) {
      const request = requestIn(input);
      if (request === null) continue;
      const text = `${path} ${request.body}`;
      expect(request.key, `${path}: 128 bits`).toMatch(/^[0-9a-f]{32}$/);
      expect(text, `${path}: one key, one request`).toBe(bodies.get(request.key) ?? text);
      bodies.set(request.key, text);
    }
    const pending = new Set<string>();
    for (const { path, input } of waiting.filter((one) => weighty.includes(one.path.split('/').at(-1) ?? ''))) {
      const request = requestIn(input);
      if (request === null) continue;
      pending.add(path);
      const row = sent.get(path) ?? [];
      const last = row.at(-1);
      if (before.has(path) && last?.end === 'open') continue;
      for (const old of row.filter((one) => one.key === request.key)) {
        expect(request.body, `${path}: one key, one request`).toBe(old.body);
        expect(old.end, `${path}: a refused request’s key again`).not.toBe('refused');
      }
      if (last?.end === 'unknown' && !last.isOther && last.body === request.body)
        expect(request.key, `${path}: the result is unknown, and it is retried under another key`).toBe(last.key);
      sent.set(path, [...row, { ...request, end: 'open' }]);
    }
    before = pending;
  };
};
