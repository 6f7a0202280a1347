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

const record = (entries: readonly unknown[]): void => {
  for (const one of entries) pushes.push(isCommand(one) ? Array.from(one) : one);
};

record(layer);
const push = layer.push.bind(layer);
layer.push = (...entries: unknown[]) => {
  record(entries);
  return push(...entries);
};
Object.assign(window, { dataLayer: layer, __tagManager: { id: address?.searchParams.get('id') ?? '', pushes } });
