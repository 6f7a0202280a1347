import type { Page, Request, Route } from 'playwright-core';
import { botCheckScript, holdTime, listen, providerScript } from './page.ts';

/** A chart of the page reports its state. */
type Report = {
  readonly page: string;
  readonly actor: string;
  readonly kind: string;
  readonly value?: unknown;
  readonly context?: Readonly<Record<string, unknown>>;
};
/** A request that the page waits for. */
type Call = { readonly route: Route; readonly request: Request };
type Query = Readonly<Record<string, string>>;

/** Where and when a walk starts, and what the shop sells there. */
export type Opening = {
  /** `/mori/`. */
  readonly address: string;
  /** ISO 8601: the page's clock at the start. */
  readonly now: string;
  /** Parts of the page's catalogue that are replaced. Empty: the page has none and requests it. */
  readonly catalogue: Readonly<Record<string, unknown>>;
};

/** How long the page may take for a step, ms. */
const pageTimeout = Number(process.env.SHOP_PATIENCE ?? 20_000);

/** Repeats until it finds something. Throws `why()` if it takes too long. */
const eventually = async <T>(find: () => T | undefined, why: () => string): Promise<T> => {
  const end = Date.now() + pageTimeout;
  while (Date.now() < end) {
    const found = find();
    if (found !== undefined) return found;
    await new Promise((next) => setTimeout(next, 10));
  }
  throw new Error(why());
};

/** A state as it is written in a chart's drawing: `sign-in.editing`. */
const dotted = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([key, inner]) => [key, dotted(inner)].filter((part) => part !== '').join('.'))
        .join('+')
    : String(value ?? '');

const fits = (path: string, query: Query, address: string): boolean => {
  const { pathname, searchParams } = new URL(address);
  const isPath = new RegExp(`/api/v1${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname);
  return isPath && Object.entries(query).every(([name, value]) => searchParams.get(name) === value);
};

/** The calls of `names` (`GET /orders/{token}`) that pages of the context make wait here for their replies. */
const holdCalls = async (page: Page, names: readonly string[]) => {
  const waiting = new Set<Call>();
  const context = page.context();
  // Nothing waits for it any more: the chart went on, or the page was reloaded.
  context.on('requestfailed', (request) => {
    for (const call of waiting) if (call.request === request) waiting.delete(call);
  });
  await context.route('**/api/v1/**', (route, request) => {
    const isHeld = names.some((name) => {
      const [method, path = ''] = name.split(' ');
      return method === request.method() && fits(path, {}, request.url());
    });
    if (!isHeld) return route.fallback();
    waiting.add({ route, request });
    return undefined;
  });
  const list = () => [...waiting].map(({ request }) => `${request.method()} ${new URL(request.url()).pathname}`);
  return (method: string, path: string, query: Query = {}): Promise<Call> =>
    eventually(
      () => {
        const isWanted = ({ request }: Call) => request.method() === method && fits(path, query, request.url());
        const found = [...waiting].find(isWanted);
        if (found) waiting.delete(found);
        return found;
      },
      () => `The page does not request ${method} ${path}; it waits for ${list().join(', ') || 'nothing'}`,
    );
};

/** Serves pages as the shop does, with another catalogue; a page in another language requests parts of it. */
const replaceCatalogue = async (page: Page, shop: string, catalogue: Opening['catalogue']): Promise<void> => {
  const context = page.context();
  for (const [name, json] of Object.entries(catalogue))
    await context.route(new RegExp(`/api/v1/${name}([?]|$)`), (route) => route.fulfill({ json }));
  await context.route(
    (url) => url.origin === new URL(shop).origin && !/\/(?:api|assets|sandbox)\/|\.\w+$/.test(url.pathname),
    async (route, request) => {
      if (!request.isNavigationRequest()) return route.fallback();
      const response = await route.fetch();
      const insert = (_: string, tag: string, own: string) => {
        const isReplaced = Object.keys(catalogue).length > 0;
        const { configurations, ...parts } = JSON.parse(own);
        // Without the server's day the page takes that of its own clock, which the walk has set.
        const replaced = { ...parts, configurations: { ...configurations, today: undefined }, ...catalogue };
        const json = JSON.stringify(isReplaced ? replaced : {});
        return tag + json.replaceAll('<', '\\u003c');
      };
      const body = (await response.text()).replace(/(<script[^>]*id="catalogue"[^>]*>)([^<]*)/, insert);
      return route.fulfill({ response, body });
    },
  );
};

/**
 * Opens a page of a running shop as it is, apart from its replies, its timers and the payment provider, which the walk controls.
 * `names` are the calls that wait for the walk's reply; all others go to the shop.
 */
export const openShop = async (page: Page, shop: string, names: readonly string[], opening: Opening) => {
  page.setDefaultTimeout(pageTimeout);
  const reports: Report[] = [];
  let mark = 0;
  const context = page.context();
  await context.exposeFunction('walkReport', (report: string) => reports.push(JSON.parse(report)));
  await context.addInitScript(holdTime, Date.parse(opening.now));
  await context.addInitScript(listen);
  const take = await holdCalls(page, names);
  await replaceCatalogue(page, shop, opening.catalogue);
  await context.route(/\/sandbox\/stripe\.js|js\.stripe\.com\/.*\.js/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: providerScript }),
  );
  await context.route(/\/recaptcha\/api\.js/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: botCheckScript }),
  );
  // The provider's page: the browser is stopped on its way there.
  await context.route('https://pay.example/**', (route) => route.abort('aborted'));

  const beginStep = (): void => {
    mark = reports.length;
  };
  const isState = ({ kind }: Report) => kind === 'state';
  const lastOf = (actor: string): Report | undefined => {
    const newest = reports.at(-1)?.page;
    return reports.findLast((one) => isState(one) && one.actor === actor && one.page === newest);
  };
  return {
    /** Opens the start page. */
    start: () => page.goto(`${shop}${opening.address}?inspect`),
    /** A step begins: reports of the charts until now do not count for it. */
    beginStep,
    /** Asserts that a chart (`app/purchase/hold`) came to a state by the last step. */
    chart: (actor: string, state: string): Promise<unknown> =>
      eventually(
        () => reports.slice(mark).find((one) => isState(one) && one.actor === actor && dotted(one.value) === state),
        () =>
          reports.length > 0
            ? `${actor} is in "${dotted(lastOf(actor)?.value) || 'nowhere'}", not in "${state}"`
            : 'The charts report nothing: a shop in production has no ?inspect',
      ),
    /** A time in a chart's context, ms since 1970. */
    timeIn: (actor: string, name: string): number => Number(lastOf(actor)?.context?.[name] ?? Number.NaN),
    /** Answers a call of the page. */
    reply: async (method: string, path: string, status: number, body: unknown, query?: Query): Promise<void> => {
      const { route } = await take(method, path, query);
      beginStep();
      const contentType = status < 400 ? 'application/json' : 'application/problem+json';
      await route.fulfill({ status, contentType, body: JSON.stringify(body) });
    },
    /** Ends a call whose reply no longer matters. */
    drop: async (method: string, path: string, query?: Query): Promise<void> =>
      (await take(method, path, query)).route.abort('failed'),
    /** Cuts the connection of a call. */
    cut: async (method: string, path: string, query?: Query): Promise<void> => {
      const { route } = await take(method, path, query);
      beginStep();
      await route.abort('connectionfailed');
    },
  };
};
