import type { Route } from 'playwright-core';
import { type Problem, problemResponse } from '#server/shared/problem.ts';
import { apiPrefix, type CallName, contract } from '#src/api/contract/index.ts';
import type { Visitor } from './visitor.ts';

/** Matches the addresses of a call. */
const addressOf = (name: CallName): RegExp =>
  new RegExp(`${apiPrefix}${contract[name].path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?.*)?$`);

/** Handles the visitor's next calls of that name; later ones pass. */
const onCall = (
  { page }: Visitor,
  name: CallName,
  handle: (route: Route) => Promise<unknown>,
  times = 1,
): Promise<unknown> => {
  let left = times;
  return page.route(addressOf(name), (route) => {
    if (left === 0 || route.request().method() !== contract[name].method) return route.fallback();
    left -= 1;
    return handle(route);
  });
};

/** Stops the visitor's next call of that name: `reached` resolves when it is stopped, `release` lets it continue. */
export const holdCall = async (visitor: Visitor, name: CallName) => {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await onCall(visitor, name, async (route) => {
    reached.resolve();
    await released.promise;
    // The page may be closed when it is released.
    return route.fallback().catch(() => undefined);
  });
  return { reached: reached.promise, release: () => released.resolve() };
};

/** Cuts the connection of the visitor's calls of that name before they are sent. */
export const cutCall = (visitor: Visitor, name: CallName, times: number): Promise<unknown> =>
  onCall(visitor, name, (route) => route.abort('connectionfailed'), times);

/** Loses the server's reply to the visitor's next call of that name. */
export const loseReply = (visitor: Visitor, name: CallName): Promise<unknown> =>
  onCall(visitor, name, async (route) => {
    await route.fetch();
    await route.abort('connectionfailed');
  });

/** Answers the visitor's next call of that name with this reply instead of the server's. */
export const fulfillCall = (visitor: Visitor, name: CallName, reply: object): Promise<unknown> =>
  onCall(visitor, name, (route) => route.fulfill({ json: reply }));

/** Rejects the visitor's next call of that name in the server's own format. */
export const rejectCall = async (visitor: Visitor, name: CallName, problem: Problem): Promise<void> => {
  const response = problemResponse(problem);
  const contentType = response.headers.get('content-type') ?? '';
  const body = await response.text();
  await onCall(visitor, name, (route) => route.fulfill({ status: response.status, contentType, body }));
};

/** Serves the shop without its catalogue, and without a server to request it from. */
export const cutOff = async ({ page }: Visitor): Promise<void> => {
  await page.route('**/api/**', (route) => route.abort('connectionfailed'));
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/(<script[^>]*id="catalogue"[^>]*>)[^<]*/, '$1{}');
      await route.fulfill({ response, body });
    },
  );
};
