/**
 * Simulates a device-fingerprint script (docs/payments.md#device-fingerprint), by iovation's names: calls back after a moment
 * with a random value.
 */
const told: unknown = Reflect.get(window, 'io_bb_callback');

setTimeout(() => {
  if (typeof told === 'function') told(`SANDBOX-${crypto.randomUUID()}`, true);
}, 300);
