import type { AddressedStep } from '@ticket-store/chart-tools/explore/realise.ts';
import type { Page } from 'playwright-core';
import type { Visitor } from '#test/browser/kit/visitor.ts';
import { part, value } from '#test/paths/event-parts.ts';
import { chooseLang } from './actions.ts';

/** The real causes of events that no control sends. */

type Cause = (visitor: Visitor, step: AddressedStep) => Promise<unknown>;

/** An order ended in another tab of the same browser. */
const endedElsewhere: Cause = async ({ page }) => {
  const address = new URL('/none', page.url()).href;
  const tabs = page.context().pages();
  const tab = tabs.find((one) => one.url() === address) ?? (await page.context().newPage());
  if (tab.url() !== address) await tab.goto(address);
  await tab.evaluate(() => localStorage.setItem('ticket-store:ended', crypto.randomUUID()));
};

/** Reloads the page, in another language if the event has one. */
const reload: Cause = async (visitor, { event }) => {
  const lang = value(event, 'lang');
  const spoken = await visitor.page.locator('html').getAttribute('lang');
  if (lang === '' || lang === spoken) await visitor.page.reload();
  else await chooseLang(visitor, lang);
};

/** The page was left by an earlier release, whose charts had another shape: only the token of its order fits. */
const recalled: Cause = async ({ page }, { event }) => {
  await page.evaluate(
    (token) => {
      const site = `ticket-store:${document.documentElement.dataset.site}`;
      const [write, savedAt] = [Storage.prototype.setItem, Date.now()];
      Storage.prototype.setItem = () => undefined;
      const put = (key: string, stored: object) => write.call(sessionStorage, key, JSON.stringify(stored));
      put(site, { ...JSON.parse(sessionStorage.getItem(site) ?? '{}'), shape: 'of an earlier release' });
      put(`${site}:order`, { token, savedAt });
    },
    value(event, 'token'),
  );
  await page.reload();
};

/** The provider redirects back: from its own page, where the walk was about to go there. */
const returned: Cause = async ({ page, type }, { takes: [first = ''], event }) => {
  const back = `#/payment-callback/stripe_secure/ok?r=${value(event, 'r')}`;
  if (!first.startsWith('checkout.redirecting')) return type(back);
  const shop = new URL(back, page.url()).href;
  await page.goto(new URL('/healthz', shop).href);
  return page.goto(shop);
};

/**
 * Sends the event directly to the chart, through React's internal data in the page: many causes show a toast or dialog, but none
 * produces two of them in the sequence of a walk. After a page load the charts take a moment to exist. `known`: a field of the
 * event that the chart knows from the server.
 */
const sendWith =
  (known?: string): Cause =>
  ({ page }, { actor, event }) =>
    page.waitForFunction(
      ([path, wanted, field]) => {
        type Snapshot = { children: Record<string, Actor>; context: Record<string, unknown> };
        type Actor = { getSnapshot: () => Snapshot; send: (event: unknown) => void };
        type Fiber = { child: Fiber | null; memoizedProps: { app?: Actor } | null };
        const keyOf = (node: Element) => Object.keys(node).find((key) => key.startsWith('__reactContainer'));
        const root = [document.body, ...document.body.querySelectorAll('*')].find(keyOf) ?? document.body;
        let fiber: Fiber | null = Reflect.get(root, keyOf(root) ?? '');
        while (fiber && !fiber.memoizedProps?.app) fiber = fiber.child;
        const found = path
          .slice(1)
          .reduce<Actor | undefined>((one, id) => one?.getSnapshot().children[id], fiber?.memoizedProps?.app);
        found?.send(field === undefined ? wanted : { ...wanted, [field]: found.getSnapshot().context[field] });
        return found !== undefined;
      },
      [actor, event, known] as const,
    );
const send = sendWith();

const causes: Readonly<Record<string, Cause>> = {
  'hold page.returned': endedElsewhere,
  'checkout page.returned': returned,
  // The page navigates by itself.
  'checkout checkout.left': async () => undefined,
  'toast page.restored': reload,
  'send page.restored': reload,
  'revoke page.restored': reload,
  'changedate page.restored': reload,
  'mail-release page.restored': reload,
  'toast toast.show': send,
  'dialog dialog.ask': send,
  'dialog fact.ended': send,
  'purchase ticket.removed': send,
  'purchase email.corrected': sendWith('completion'),
  'purchase order.recalled': recalled,
};

/** Events that are sent to a chart, because nothing causes them in the sequence of a walk. */
export const isSent = ({ event }: AddressedStep): boolean =>
  event.type === 'dialog.ask' || (event.type === 'toast.show' && part(event, 'toast').text !== '');

/** The cause of a step; undefined if a visitor causes it by a control. */
export const causeOf = (step: AddressedStep): Cause | undefined =>
  step.event.type === 'toast.show' && !isSent(step) ? undefined : causes[`${step.actor.at(-1)} ${step.event.type}`];

/** Simulates a browser that is closed before it has stored that the page was left. */
export const discardAwayState = ({ page }: Visitor): Promise<void> =>
  page.evaluate(() => {
    const write = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, text) {
      if (!text.includes('"value":"away"')) write.call(this, key, text);
    };
  });

/** Makes the browser deny access to stored tickets, or allow it again. */
export const denyCaches = ({ page }: Visitor, isDenied: boolean): Promise<void> =>
  page.evaluate((denied) => {
    const own = Object.getOwnPropertyDescriptor(caches, 'open');
    if (denied) Object.defineProperty(caches, 'open', { configurable: true, value: () => Promise.reject(new Error()) });
    else if (own) Reflect.deleteProperty(caches, 'open');
  }, isDenied);

/** Reloads the page during a payment while the provider's script is blocked. */
export const blockScript = async ({ page }: Visitor): Promise<void> => {
  await page.route('**/sandbox/stripe.js', (route) => route.abort('blockedbyclient'));
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
};

/** The bank's page assumes that the answer was received, although it never reached the bank. */
export const loseAnswer = (page: Page): Promise<unknown> =>
  page.route('**/v1/payment_intents/*/authenticate', (route) =>
    route.fulfill({ contentType: 'application/json', body: JSON.stringify({ status: 'succeeded' }) }),
  );
