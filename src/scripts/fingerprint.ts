import { fingerprintLength } from '#src/domain/checkout.ts';
import { isLine } from '#src/domain/plain-text.ts';
import type { Fingerprint } from '#src/domain/site.ts';
import { loadScript } from './load-script.ts';

/** Longest wait for a value, ms. */
export const fingerprintLimit = 5_000;

/** The script's settings with the URL for this page's environment. */
export type FingerprintScript = Omit<Fingerprint, 'url'> & { url: string };

/**
 * Loads the site's device-fingerprint script (docs/payments.md#device-fingerprint), or the sandbox's if it has an address, and
 * returns its value. Null if it is blocked, returns a value that is too long or no plain text, or returns none within five seconds.
 * Never throws.
 */
export const deviceFingerprint = (
  { url, callback, globals }: FingerprintScript,
  sandboxUrl: string,
): Promise<string | null> =>
  new Promise((resolve) => {
    let value: string | null = null;
    const end = () => {
      clearTimeout(timer);
      resolve(value);
    };
    const timer = setTimeout(end, fingerprintLimit);
    const onValue = (received: unknown, isComplete: unknown) => {
      const isText = typeof received === 'string' && received !== '' && isLine(received);
      if (isText && received.length <= fingerprintLength) value = received;
      if (isComplete) end();
    };
    Object.assign(window, globals, { [callback]: onValue });
    loadScript(sandboxUrl ? `${sandboxUrl}${new URL(url).pathname}` : url).catch(end);
  });
