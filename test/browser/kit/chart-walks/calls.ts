import type { Page, Request, Route } from 'playwright-core';
import { apiPrefix, type CallName, contract } from '#src/api/contract/index.ts';

/** A call of the page that was intercepted and not answered yet. */
export type PendingCall = { readonly name: CallName; readonly route: Route; readonly request: Request };

const isCall = (name: string): name is CallName => name in contract;

const shapes = Object.entries(contract).flatMap(([name, { method, path }]) =>
  isCall(name) ? [{ name, method, fits: new RegExp(`${apiPrefix}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }] : [],
);

const nameOf = (request: Request): CallName | undefined => {
  const { pathname } = new URL(request.url());
  return shapes.find(({ method, fits }) => method === request.method() && fits.test(pathname))?.name;
};

/** Intercepts a page's calls of these names until they are taken. */
export const holdCalls = async (page: Page, names: ReadonlySet<CallName>) => {
  const waiting = new Set<PendingCall>();
  // Nothing waits for it any more: the chart went on, or the page was reloaded.
  page.on('requestfailed', (request) => {
    for (const one of waiting) if (one.request === request) waiting.delete(one);
  });
  await page.route(`**${apiPrefix}/**`, (route, request) => {
    const name = nameOf(request);
    if (name === undefined || !names.has(name)) return route.fallback();
    // Earlier reports of the charts are handled first.
    setImmediate(() => waiting.add({ name, route, request }));
    return undefined;
  });
  return {
    /** Names of the intercepted calls. */
    names: (): CallName[] => [...waiting].map(({ name }) => name),
    /** Removes the calls of these names from the list and returns them. */
    take: (wanted: readonly CallName[]): PendingCall[] => {
      const found = [...waiting].filter(({ name }) => wanted.includes(name));
      for (const one of found) waiting.delete(one);
      return found;
    },
  };
};

export type Calls = Awaited<ReturnType<typeof holdCalls>>;
