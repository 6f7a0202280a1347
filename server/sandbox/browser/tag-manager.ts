/**
 * Simulates Google's tag manager: records all pushes of the page, earlier ones included, and sends nothing. Testers read them
 * from `window.__tagManager`.
 */
const script = document.currentScript;
const address = script instanceof HTMLScriptElement ? new URL(script.src) : null;
const layer: unknown[] = Reflect.get(window, 'dataLayer') ?? [];
const pushes: unknown[] = [];

/** Google's commands are `arguments` objects; they are recorded as arrays. */
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
