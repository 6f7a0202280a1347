import type { Request } from 'playwright-core';
import type { Visitor } from './visitor.ts';

/** A stopped navigation: its address, and the fields of its form. */
export type Way = { url: string; fields: Record<string, string> | null };

const wayIn = (request: Request): Way => {
  const body = request.postData();
  const fields = body === null ? null : Object.fromEntries(new URLSearchParams(body));
  return { url: request.url(), fields };
};

const isPage = (request: Request): boolean => request.isNavigationRequest() && request.frame().parentFrame() === null;

/** Stops the page's next navigation to an origin; `caught` resolves with it. */
export const catchWay = async ({ page }: Visitor, origin: string): Promise<{ caught: Promise<Way> }> => {
  const { promise: caught, resolve } = Promise.withResolvers<Way>();
  let isTaken = false;
  await page.route(
    (url) => url.origin === origin,
    async (route) => {
      if (isTaken || !isPage(route.request())) return route.fallback();
      isTaken = true;
      // As if the visitor had clicked Stop: the page stays.
      await route.abort('aborted');
      resolve(wayIn(route.request()));
    },
  );
  return { caught };
};

/** Continues the navigation in another browser. */
export const followWay = async ({ page }: Visitor, { url, fields }: Way): Promise<void> => {
  if (fields === null) await page.goto(url);
  else
    await page.evaluate(
      ([action, values]) => {
        const form = Object.assign(document.createElement('form'), { method: 'post', action });
        for (const [name, value] of Object.entries(values))
          form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
        document.body.append(form);
        form.submit();
      },
      [url, fields] as const,
    );
};

/** Delays the provider's response that redirects the browser back. Returns the function that releases it. */
export const holdReturn = async ({ page }: Visitor, origin: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.origin === origin,
    async (route) => {
      const isClick = isPage(route.request()) && route.request().postData()?.includes('press=');
      if (!isClick) return route.fallback();
      const response = await route.fetch({ maxRedirects: 0 });
      await promise;
      // The page may be closed by then.
      return route.fulfill({ response }).catch(() => undefined);
    },
  );
  return resolve;
};
