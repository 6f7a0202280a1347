import { describe, expect, it } from 'vitest';
import { openFixture } from './kit/fixture.ts';

/** Injected markup has no effect (docs/architecture.md#bar-policy, docs/architecture.md#bar-trusted-types). */
const { shop, lane } = await openFixture();

/** A page on which violations of the policy are expected. Returns the violated directives. */
const openWatched = async (path: string, change: (html: string) => string = (html) => html) => {
  const context = await lane.newContext();
  const page = await context.newPage();
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) => {
    (window.violations ??= []).push(event.effectiveDirective);
  })`);
  await page.route(lane.url + path, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
  await page.goto(lane.url + path);
  await page.locator('h1').waitFor();
  const violations = (): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'violations') ?? []);
  return { page, violations };
};

describe.each(['/', '/tickets/'])('at %s', (path) => {
  it('script injected into the page does not run', async () => {
    const { page, violations } = await openWatched(path, (html) =>
      html.replace(
        '<div id="root"',
        () =>
          '<script>window.ran = 1</script><script type="module">window.ran = 2</script>' +
          '<script src="/assets/none.js"></script><img src="/none.png" onerror="window.ran = 3"><base href="//evil.example"><div id="root"',
      ),
    );
    expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined();
    expect(await violations()).toEqual(expect.arrayContaining(['script-src-elem', 'script-src-attr', 'base-uri']));
  });

  it('text cannot become markup, script or a worker, and no script loads from other origins', async () => {
    const { page, violations } = await openWatched(path);
    const refused = await page.evaluate(async () => {
      const attempts: Record<string, () => unknown> = {
        script: () => Object.assign(document.createElement('script'), { src: 'https://evil.example/a.js' }),
        text: () => Object.assign(document.createElement('script'), { text: 'window.ran = 1' }),
        worker: () => navigator.serviceWorker.register('/assets/none.js'),
        markup: () => Object.assign(document.createElement('div'), { innerHTML: '<img src=x onerror=alert(1)>' }),
      };
      const done: string[] = [];
      for (const [name, attempt] of Object.entries(attempts))
        try {
          await attempt();
        } catch (thrown) {
          if (thrown instanceof TypeError) done.push(name);
        }
      return done;
    });
    expect(refused).toEqual(['script', 'text', 'worker', 'markup']);
    expect(new Set(await violations())).toEqual(new Set(['require-trusted-types-for']));
    expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined();
  });
});

const hostile = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/2000/svg" onload="document.title += ' onload'">
  <x:script>document.title += ' script ' + localStorage.length;</x:script></svg>`;
/** Effects of the script in the drawing, with all headers of its reply, or without one of them. */
const doneBy = async (without = '') => {
  const context = await lane.newContext();
  const page = await context.newPage();
  const address = lane.url + shop.deps.sites.settingsOf('mori').logo.header.white;
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const headers = Object.entries(response.headers()).filter(([name]) => name !== without);
    await route.fulfill({ response, headers: Object.fromEntries(headers), body: hostile });
  });
  await page.goto(address);
  return page.evaluate(() => [document.contentType, document.title.trim(), self.origin]);
};

it('a drawing that is opened as a page runs no script and is of no origin, by the policy of its reply', async () => {
  expect(await doneBy()).toEqual(['image/svg+xml', '', 'null']);
  expect(await doneBy('content-security-policy')).toEqual(['image/svg+xml', 'script 0 onload', lane.url]);
});

it('the app starts although its script did not come the first time', async () => {
  const { page, at } = await lane.visit();
  let tries = 0;
  await page.route('**/assets/entry-*.js', (route) => {
    tries += 1;
    return tries === 1 ? route.abort() : route.continue();
  });
  await page.goto(lane.url);
  await at('purchase.order.choosing');
  expect(tries).toBe(2);
});
