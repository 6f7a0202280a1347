import { fingerprintLength } from '#src/domain/payment.ts';
import type { Fingerprint } from '#src/domain/site.ts';
import { loadScript, pageTimer, type Timer } from './load-script.ts';

/** How long a value is waited for, ms. */
export const fingerprintLimit = 5_000;

/** A site's script as this page loads it. */
export type FingerprintScript = Omit<Fingerprint, 'url'> & { url: string };

/**
 * In: the site's device-fingerprint script (docs/payments.md#device-fingerprint), loaded now, and where the sandbox plays it ('' with the real
 * one). Out: what it says of the device; null when it is blocked, says too much, or nothing in five seconds. Never throws.
 */
export const deviceFingerprint = (
  { url, callback, globals }: FingerprintScript,
  sandboxUrl: string,
  timer: Timer = pageTimer,
): Promise<string | null> =>
  new Promise((resolve) => {
    let value: string | null = null;
    const stop = timer(() => resolve(value), fingerprintLimit);
    const end = () => {
      stop();
      resolve(value);
    };
    const told = (said: unknown, isComplete: unknown) => {
      if (typeof said === 'string' && said !== '' && said.length <= fingerprintLength) value = said;
      if (isComplete) end();
    };
    Object.assign(window, globals, { [callback]: told });
    loadScript(sandboxUrl ? `${sandboxUrl}${new URL(url).pathname}` : url, timer).catch(end);
  });
