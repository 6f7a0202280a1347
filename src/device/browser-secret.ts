import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';

export const browserKey = 'ticket-store:browser';

/** How long a secret is stored without use (ms): the server accepts the reference of a return as long. */
const maxAge = 30 * 60_000;

/** How much longer after a request of a payment, ms: 25 hours in all. The payment may end later, and the browser has 24 hours then. */
const paying = 24.5 * 3_600_000;

/** Fallback when storage is blocked or full: the secret lasts as long as the page. */
let lastSecret: string | null = null;

/**
 * A secret that identifies this browser to the server. All tabs share it, and it is replaced after 30 minutes without use, so
 * that it does not track visitors; after a request of a payment (`isPaying`) a day later, because what the browser that paid may
 * do needs it. It is stored before it is returned: if a reply is lost, the next request sends the same secret. With it is stored
 * the moment of its use, which is in the future after a payment.
 */
export const browserSecret = (isPaying?: boolean): string => {
  const now = Date.now();
  const used = isPaying ? now + paying : now;
  try {
    const [, stored = '', time] = /^([\da-f]{32}) (\d+)$/.exec(localStorage.getItem(browserKey) ?? '') ?? [];
    const lastUsed = Number(time);
    // further ahead than a payment puts it: the device's clock was set back
    const isValid = now - lastUsed < maxAge && lastUsed - now <= paying;
    if (isValid) lastSecret = stored;
    const secret = isValid ? stored : newIdempotencyKey();
    localStorage.setItem(browserKey, `${secret} ${isValid ? Math.max(used, lastUsed) : used}`);
    lastSecret = secret;
  } catch {
    lastSecret ??= newIdempotencyKey();
  }
  return lastSecret;
};
