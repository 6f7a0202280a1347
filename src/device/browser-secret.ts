import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';

export const browserKey = 'ticket-store:browser';

/** How long the server accepts the reference of a return (ms); after that nothing depends on a secret that was not used. */
const unused = 30 * 60_000;

/** Fallback when storage is blocked or full: the secret lasts as long as the page. */
let own: string | null = null;

const stored = (now: number): string | null => {
  const [, secret, used] = /^([\da-f]{32}) (\d+)$/.exec(localStorage.getItem(browserKey) ?? '') ?? [];
  return secret && Math.abs(now - Number(used)) < unused ? secret : null;
};

/**
 * A secret that identifies this browser to the server. All tabs share it, and it is replaced after 30 minutes without use, so
 * that it does not track visitors. It is stored before it is returned: if a reply is lost, the next request sends the same
 * secret.
 */
export const browserSecret = (): string => {
  const now = Date.now();
  try {
    const known = stored(now);
    own = known ?? own;
    const secret = known ?? newIdempotencyKey();
    localStorage.setItem(browserKey, `${secret} ${now}`);
    own = secret;
  } catch {
    own ??= newIdempotencyKey();
  }
  return own;
};
