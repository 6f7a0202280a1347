/**
 * The stand-in for a device-fingerprint script (docs/payments.md#device-fingerprint), by iovation's names: a value that says which device it is
 * to nobody, told a moment after the page asked.
 */
const told: unknown = Reflect.get(window, 'io_bb_callback');

setTimeout(() => {
  if (typeof told === 'function') told(`SANDBOX-${crypto.randomUUID()}`, true);
}, 300);
