/**
 * Simulates a device-fingerprint script (docs/payments.md#device-fingerprint), by iovation's names: calls back after a moment
 * with a random value.
 */
const callback: unknown = Reflect.get(window, 'io_bb_callback');

setTimeout(() => {
  if (typeof callback === 'function') callback(`SANDBOX-${crypto.randomUUID()}`, true);
}, 300);
