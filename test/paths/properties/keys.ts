import { expect } from 'vitest';
import { type Fields, fieldsOf, type Moment } from './moment.ts';
import { above, type Seen, type Waiting } from './seen.ts';

/**
 * A server that remembers keys, as ours does: the same key and body again returns the first reply, the same key with another body is
 * refused (422), and a known outcome is never asked for again (docs/charts.md#idempotency-keys,
 * docs/architecture.md#idempotency).
 */

type Write = { readonly path: string; readonly src: string; readonly key: string; readonly body: string };
/** What the client knows of a write's outcome. */
type End = 'open' | 'done' | 'refused' | 'unknown';
type Sent = Write & { end: End; isOther: boolean };

const writeIn = ({ path, src, input }: Waiting): Write | null => {
  const fields: Fields = fieldsOf(input);
  const { key, ...rest }: Fields = { ...fields, ...fieldsOf(fields.transfer), transfer: undefined };
  return 'key' in fields || 'transfer' in fields ? { path, src, key: String(key), body: JSON.stringify(rest) } : null;
};

/** Writes that were under way when the walk began have to be known as well. */
const writesIn = ({ waiting }: Seen): Sent[] =>
  waiting.flatMap((one) => {
    const write = one.isClock ? null : writeIn(one);
    return write ? [{ ...write, end: 'open' as const, isOther: false }] : [];
  });

/** Until it is paid or declined, a payment that was sent may still be either; every other reply is final. */
const endOf = ({ call, failure, output }: NonNullable<Moment['answer']>): End => {
  if (failure) return failure.unknown ? 'unknown' : 'refused';
  return call === 'postCheckout' && fieldsOf(output).status !== 'paid' ? 'unknown' : 'done';
};

export const watchKeys = (first: Seen) => {
  const sent: Sent[] = writesIn(first);
  return ({ actor, event, answer, began, now }: Moment): void => {
    const last = answer && sent.findLast(({ path, end }) => path === answer.path && end === 'open');
    if (last) last.end = endOf(answer);
    const writes = began.flatMap((one) => {
      const write = one.isClock ? null : writeIn(one);
      return write ? [write] : [];
    });
    for (const write of writes) {
      expect(write.key, `${write.path}: 128 bits`).toMatch(/^[0-9a-f]{32}$/);
      const same = sent.filter(({ key }) => key === write.key);
      for (const old of same) {
        expect(`${write.src} ${write.body}`, 'one key, one request').toBe(`${old.src} ${old.body}`);
        expect(old.end, `${write.path}: the key of a known outcome is not used again`).toMatch(/open|unknown/);
      }
      const unknown = sent.findLast(({ path, end, isOther }) => path === write.path && end === 'unknown' && !isOther);
      const isLast = unknown && sent.findLast(({ path }) => path === write.path) === unknown;
      if (isLast && unknown.body === write.body)
        expect(write.key, `${write.path}: its result is not known, and it is sent under another key`).toBe(unknown.key);
    }
    for (const { path, body } of writes)
      for (const one of sent) if (above(one.path) === above(path) && one.body !== body) one.isOther = true;
    // What was read afterwards shows whether it happened.
    const isRead = answer?.failure === null && /^(read|reread)[A-Z]/.test(answer.call);
    for (const one of sent) if (isRead && above(one.path) === above(answer.path)) one.isOther = true;
    // What the visitor does in between may make the same content another request.
    const isBeside = writes.length > 0 || event.type.startsWith('xstate.') || /^(dialog|toast|page)\./.test(event.type);
    for (const one of sent) {
      const isGone = !now.running.some(({ path }) => path === above(one.path));
      if (isGone || (!isBeside && above(one.path) === actor.join('/'))) one.isOther = true;
    }
    for (const write of writes) sent.push({ ...write, end: 'open', isOther: false });
  };
};
