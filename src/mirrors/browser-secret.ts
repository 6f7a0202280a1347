import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';

const key = 'ticket-store:browser';

/** As long as the server answers by the reference of a return (ms): after that long without use nothing belongs to a secret. */
const unused = 30 * 60_000;

/** Where storage is blocked the secret lives as long as the page. */
let own: string | null = null;

const stored = (now: number): string | null => {
  const [, secret, used] = /^([\da-f]{32}) (\d+)$/.exec(localStorage.getItem(key) ?? '') ?? [];
  return secret && Math.abs(now - Number(used)) < unused ? secret : null;
};

/**
 * The secret by which the server tells this browser from others: the same in all tabs, a new one after 30 minutes without use,
 * so that it is no lasting mark of a visitor. It is stored before it is returned: when a reply is lost, the next request carries
 * the same.
 */
export const browserSecret = (): string => {
  const now = Date.now();
  try {
    own = stored(now) ?? newIdempotencyKey();
    localStorage.setItem(key, `${own} ${now}`);
  } catch {
    own ??= newIdempotencyKey();
  }
  return own;
};
