import type { Page, Route } from 'playwright-core';
import { type Problem, problemResponse } from '#server/shared/problem.ts';
import { apiPrefix, type CallName, contract } from '#src/api/contract/index.ts';
import type { Visitor } from './visitor.ts';

/** Where a call is stopped: before it reaches the server, while the server handles it, or with its response on the way back. */
export const moments = ['before it is sent', 'in flight', 'after the answer'] as const;
export type Moment = (typeof moments)[number];

/** Matches the addresses of a call. */
const addressOf = (name: CallName): RegExp =>
  new RegExp(`${apiPrefix}${contract[name].path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?.*)?$`);

/**
 * Stops the visitor's next call of that name; later ones pass. `reached` resolves when it is stopped, `release` lets it continue.
 */
export const holdCall = async ({ page }: Visitor, name: CallName, moment: Moment) => {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isTaken = false;
  // The page may be closed when it is released.
  const ignore = () => undefined;
  const stop = async (route: Route) => {
    if (isTaken || route.request().method() !== contract[name].method) return route.fallback();
    isTaken = true;
    if (moment === 'before it is sent') {
      reached.resolve();
      await released.promise;
      return route.fallback().catch(ignore);
    }
    const reply = route.fetch();
    reply.catch(ignore);
    if (moment === 'after the answer') await reply;
    reached.resolve();
    await released.promise;
    return reply.then((response) => route.fulfill({ response })).catch(ignore);
  };
  await page.route(addressOf(name), stop);
  return { reached: reached.promise, release: () => released.resolve() };
};

/** Cuts the connection of the visitor's calls of that name at this moment. */
export const cutCall = async ({ page }: Visitor, name: CallName, moment: Moment, times = 1): Promise<void> => {
  let remaining = times;
  await page.route(addressOf(name), async (route) => {
    if (remaining === 0 || route.request().method() !== contract[name].method) return route.fallback();
    remaining -= 1;
    if (moment !== 'before it is sent') await route.fetch();
    return route.abort('connectionfailed');
  });
};

/** Replaces the server's response to the visitor's next call of that name. */
export const fulfillCall = async (
  { page }: Visitor,
  name: CallName,
  response: { status: number; contentType: string; body: string },
): Promise<void> => {
  let isTaken = false;
  await page.route(addressOf(name), (route) => {
    if (isTaken || route.request().method() !== contract[name].method) return route.fallback();
    isTaken = true;
    return route.fulfill(response);
  });
};

/** Rejects the visitor's next call of that name in the server's own format. */
export const rejectCall = async (visitor: Visitor, name: CallName, problem: Problem): Promise<void> => {
  const response = problemResponse(problem);
  const contentType = response.headers.get('content-type') ?? '';
  await fulfillCall(visitor, name, { status: response.status, contentType, body: await response.text() });
};

/** Serves the page at an address without its catalogue, so that it requests that. */
export const withoutCatalogue = (page: Page, address: Parameters<Page['route']>[0]) =>
  page.route(address, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(<script[^>]*id="catalogue"[^>]*>)[^<]*/, '$1{}');
    await route.fulfill({ response, body });
  });

/** The same, and without a server to request it from. */
export const cutOff = async ({ page }: Visitor): Promise<void> => {
  await page.route('**/api/**', (route) => route.abort('connectionfailed'));
  await withoutCatalogue(page, (url) => url.pathname === '/');
};
