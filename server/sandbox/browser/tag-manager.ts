/**
 * Plays Google's tag manager: keeps what the page tells it, before and after, and sends nothing anywhere. Testers find it
 * in `window.__tagManager`.
 */
const script = document.currentScript;
const address = script instanceof HTMLScriptElement ? new URL(script.src) : null;
const layer: unknown[] = Reflect.get(window, 'dataLayer') ?? [];
const pushes: unknown[] = [];

/** Google's commands are the arguments of a call: kept as a list. */
const isCommand = (one: unknown): one is ArrayLike<unknown> =>
  Object.prototype.toString.call(one) === '[object Arguments]';

const keep = (told: readonly unknown[]): void => {
  for (const one of told) pushes.push(isCommand(one) ? Array.from(one) : one);
};

keep(layer);
const push = layer.push.bind(layer);
layer.push = (...told: unknown[]) => {
  keep(told);
  return push(...told);
};
Object.assign(window, { dataLayer: layer, __tagManager: { id: address?.searchParams.get('id') ?? '', pushes } });
