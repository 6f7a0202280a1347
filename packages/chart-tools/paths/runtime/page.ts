/** Runs in the page: its clock starts at `now`, and timers from half a second on wait until the walk lets time pass. */
export const holdTime = (now: number): void => {
  if (window !== window.top) return;
  const real = Date;
  const stored = sessionStorage.getItem('walk:ahead');
  let ahead = stored === null ? now - real.now() : Number(stored);
  const time = () => real.now() + ahead;
  const store = () => sessionStorage.setItem('walk:ahead', String(ahead));
  store();
  globalThis.Date = new Proxy(real, {
    construct: (of, args) => Reflect.construct(of, args.length > 0 ? args : [time()]),
    apply: () => new real(time()).toString(),
    get: (of, name) => (name === 'now' ? time : Reflect.get(of, name)),
  });
  const timers = new Map<number, { due: number; run: () => void }>();
  const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout];
  // No timer of the browser gets as far.
  let lastId = 1_000_000_000;
  const setTimeout = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    if (ms < 500) return set(run, ms, ...args);
    lastId += 1;
    timers.set(lastId, { due: time() + ms, run: () => run(...args) });
    return lastId;
  };
  const clearTimeout = (id: number) => (timers.delete(id) ? undefined : clear(id));
  const walkPass = (until: number | null, ms: number) => {
    ahead += Math.max(0, (until ?? time()) - time()) + ms;
    store();
    const due = [...timers].filter(([, one]) => one.due <= time()).sort(([, a], [, b]) => a.due - b.due);
    for (const [id, { run }] of due) if (timers.delete(id)) run();
  };
  Object.assign(globalThis, { setTimeout, clearTimeout, walkPass });
};

/** Runs in the page: passes on what its charts report (`?inspect`). */
export const listen = (): void => {
  const post = BroadcastChannel.prototype.postMessage;
  BroadcastChannel.prototype.postMessage = function (message: unknown) {
    if (this.name === 'ticket-store:inspect')
      Reflect.apply(Reflect.get(window, 'walkReport'), window, [JSON.stringify(message)]);
    post.call(this, message);
  };
};

/** Runs in the page: sends an event to a chart, through React's data. False while the chart is not there. */
export const sendInPage = ([path, event]: readonly [string, unknown]): boolean => {
  type Actor = { getSnapshot: () => { children: Record<string, Actor | undefined> }; send: (event: unknown) => void };
  type Fiber = { child: Fiber | null; memoizedProps: { app?: Actor } | null };
  const keyOf = (node: Element) => Object.keys(node).find((key) => key.startsWith('__reactContainer'));
  const root = [document.body, ...document.body.querySelectorAll('*')].find(keyOf) ?? document.body;
  let fiber: Fiber | null = Reflect.get(root, keyOf(root) ?? '') ?? null;
  while (fiber && !fiber.memoizedProps?.app) fiber = fiber.child;
  let found = fiber?.memoizedProps?.app;
  for (const id of path.split('/').slice(1)) found = found?.getSnapshot().children[id];
  found?.send(event);
  return found !== undefined;
};

/** Runs in the page: the browser is closed before it has stored that the page was left. */
export const forgetAway = (): void => {
  const write = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, text) {
    if (!text.includes('"value":"away"')) write.call(this, key, text);
  };
};

/** Runs in the page: the browser denies access to stored tickets, or allows it again. */
export const denyCaches = (isDenied: boolean): void => {
  const own = Object.getOwnPropertyDescriptor(caches, 'open');
  if (isDenied) Object.defineProperty(caches, 'open', { configurable: true, value: () => Promise.reject(new Error()) });
  else if (own) Reflect.deleteProperty(caches, 'open');
};

/**
 * Replaces the card provider's script: the walk supplies the token and the results of the bank's identity check and a wallet's sheet.
 */
export const providerScript = `
const ask = async (what) => (await fetch('/api/v1/provider/' + what)).json();
const element = { on: (event, run) => event === 'ready' && setTimeout(run), mount() {}, destroy() {}, unmount() {} };
const wallet = () => {
  const handlers = {};
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Apple Pay';
  const resolve = async () => {
    const { confirmed } = await ask('sheet');
    if (confirmed) handlers.confirm({ expressPaymentType: 'apple_pay', paymentFailed() {} });
    else handlers.cancel();
  };
  button.onclick = () => handlers.click({ resolve, reject() {} });
  return {
    on: (event, run) => Object.assign(handlers, { [event]: run }),
    mount: (place) => {
      place.append(button);
      setTimeout(() => handlers.ready({ availablePaymentMethods: { applePay: true } }));
    },
    destroy: () => button.remove(),
  };
};
window.Stripe = () => ({
  elements: () => ({
    create: (kind) => (kind === 'expressCheckout' ? wallet() : element),
    submit: async () => ({}),
    update() {},
  }),
  createConfirmationToken: () => ask('token'),
  createPaymentMethod: () => ask('token'),
  handleNextAction: () => ask('challenge'),
  registerAppInfo() {},
  _registerWrapper() {},
});`;

/** Replaces the script of the bot check: any token will do, since no order reaches the shop. */
export const botCheckScript = `
window.grecaptcha = { ready: (run) => run(), execute: async () => 'token' };`;
