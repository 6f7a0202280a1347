import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { EventObject } from 'xstate';
import type { Shop } from '#test/api/kit/shop.ts';
import { addressIn } from '#test/paths/event-address.ts';
import { inputOf } from '#test/paths/input.ts';
import type { Journey } from '#test/tools/explore/compose.ts';
import { actorAt } from '#test/tools/explore/held.ts';
import type { AddressedStep } from '#test/tools/explore/realise.ts';
import { endedChild } from '#test/tools/explore/step.ts';
import { type Keeper, standingOf } from '#test/tools/walks/keep.ts';
import type { Lane } from '../lane.ts';
import { fillForm } from '../site-walk.ts';
import { createVisitor, type Visitor } from '../visitor.ts';
import { cards, fillCard } from '../walk.ts';
import { type Answering, answering, callsOf, failureIn, fieldsOf, type Source } from './answers.ts';
import { type Calls, holdCalls } from './calls.ts';
import { blockScript, causeOf, forgetLeaving } from './causes.ts';
import { holdTime, passTime, waitOf } from './clock.ts';
import { ahead } from './day.ts';
import { doByHand } from './hands.ts';
import { follow, look, patience } from './look.ts';
import { mirrorOf } from './mirror.ts';
import { type Book, openBook } from './told.ts';
import { openWorld, readSite, type World } from './world.ts';

/** A generated walk in Chromium in front of the real server. */

export type Ground = {
  readonly shop: Shop;
  readonly lane: Lane;
  /** Who said an outcome. */
  readonly count: (source: Source) => void;
};

type Scene = { readonly visitor: Visitor; readonly book: Book; readonly calls: Calls; readonly world: World };

/** The steps that come after one. */
type Later = readonly AddressedStep[];

/** The next end of an actor that a walk plans. */
const endOf = (later: Later, id: string): EventObject | undefined =>
  later.find(({ event }) => endedChild(event.type) === id)?.event;

/** What ends by itself, without a word from outside. */
const selfEnding = new Set(['recallTicket', 'recallShared', 'takeToken']);
const isByItself = ({ event }: AddressedStep): boolean =>
  selfEnding.has(endedChild(event.type) ?? '') || event.type === 'checkout.left';

/** The card that the bank treats as the plan says. */
const cardFor = (paying: EventObject | undefined): string => {
  const output = fieldsOf(paying && 'output' in paying ? paying.output : undefined);
  if (output.status === 'requires_action') return cards.challenged;
  return paying && failureIn(paying)?.code === 'payment_api_failure' ? cards.declined : cards.good;
};

/** The bank's question, answered so that the server then says what is planned. */
const answerBank = async ({ page }: Visitor, later: Later): Promise<void> => {
  const ends = later.map(({ event }) => event).filter(({ type }) => endedChild(type) === 'confirmPayment');
  const isRefused = ends.some((event) => failureIn(event)?.code === 'payment_api_failure');
  const frame = page.locator('dialog[open] iframe').contentFrame();
  await frame.locator(`button[value=${isRefused ? 'fail' : 'complete'}]`).click();
};

const byItself = (source: Source): Answering => ({ pump: async () => undefined, source: () => source });

/** What waits in the page comes to its end. Out: who answers; nobody where time does. */
const end = async (scene: Scene, step: AddressedStep, id: string, later: Later): Promise<Answering | undefined> => {
  const { visitor, book, world, calls } = scene;
  const timer = waitOf(book, step, id);
  if (timer) {
    await passTime(visitor.page, timer, 'output' in step.event ? Number(step.event.output ?? 0) : 0);
    return undefined;
  }
  if (selfEnding.has(id)) return byItself('page');
  if (id === 'showChallenge') {
    if (failureIn(step.event)) return byItself('network');
    await answerBank(visitor, later);
    return byItself('sandbox');
  }
  if (later[0]?.takes[0]?.startsWith('checkout.redirecting | page.returned')) await forgetLeaving(visitor);
  if (later[0]?.event.type === 'xstate.error.actor.showChallenge') await blockScript(visitor);
  return answering(world, calls, id, step.event);
};

const ofFailure = ['applyCoupon', 'findReservation'] as const;

/** What happens from outside: a visitor's hand, or what really causes the event. */
const cause = async ({ visitor, world }: Scene, step: AddressedStep, later: Later): Promise<void> => {
  const { type, ...told } = step.event;
  const next = later[0] && failureIn(later[0].event);
  const promised = ofFailure.some((id) => id === endedChild(later[0]?.event.type ?? '')) ? next?.code : undefined;
  const event: EventObject = { ...fieldsOf(await world.inAll(told, promised)), type };
  const real = { ...step, event };
  const caused = causeOf(step);
  if (caused) {
    await caused(visitor, real);
    return;
  }
  if (type === 'payment.submit' && later[0]?.event.type === 'xstate.done.actor.takeToken')
    await fillCard(visitor, cardFor(endOf(later, 'postCheckout')));
  if (type === 'customer.submit') {
    // every site asks for more than the plans say
    await fillForm(visitor, world.site.templates);
    for (const name of ['email', 'email_confirm']) await visitor.fill(name, world.email());
    await visitor.press(type);
  } else await doByHand(visitor, event);
};

/** What is found kept was opened before, in a tab that is closed by now. */
const visitBefore = async ({ visitor, world }: Scene, { steps }: Journey): Promise<void> => {
  const recalled = steps.find(
    ({ event }) => /done\.actor\.recall/.test(event.type) && 'output' in event && event.output,
  );
  const asked = steps.find(({ event }) => event.type === 'page.requested');
  if (!recalled || !asked) return;
  const { type, ...told } = asked.event;
  const tab = await visitor.page.context().newPage();
  await tab.goto(`${world.site.root}/#${addressIn({ ...fieldsOf(await world.inAll(told)), type })}`);
  const isKept = () =>
    tab.evaluate(async () => {
      const rows = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
      return (await Promise.all(rows)).flat().some(({ url }) => url.includes('/kept/'));
    });
  await expect.poll(isKept, { timeout: patience }).toBe(true);
  await tab.close();
};

/** The page comes without the catalogue that it brings along, so that it asks for it. */
const emptyPage = async (page: Page, address: string): Promise<void> => {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(<script[^>]*id="catalogue"[^>]*>)[^<]*/, '$1{}');
    await route.fulfill({ response, body });
  });
};

/** A browser of the walk's own, its time and its calls in the walk's hand. */
const open = async (journey: Journey, { shop, lane }: Ground): Promise<Scene> => {
  const world = await openWorld(await readSite(shop, inputOf(journey).site));
  const calm = { reducedMotion: 'reduce', timezoneId: 'Asia/Tokyo', locale: 'ja-JP', serviceWorkers: 'block' } as const;
  const context = await lane.browser.newContext({ ...calm, viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(patience);
  const book = await openBook(context);
  await holdTime(context, { ahead, origin: shop.url });
  // the provider's page: the browser was stopped on its way there
  await context.route('https://pay.example/**', (route) => route.abort('aborted'));
  const page = await context.newPage();
  const { openShop = [], ...others } = callsOf;
  const isOpening = journey.actor.includes('catalogue');
  const calls = await holdCalls(page, new Set([...(isOpening ? openShop : []), ...Object.values(others).flat()]));
  const scene: Scene = { visitor: createVisitor(page, world.site.root, 'ja'), book, calls, world };
  await visitBefore(scene, journey);
  const address = `${world.site.root}/?inspect`;
  if (isOpening) await emptyPage(page, address);
  await page.goto(address);
  if (!isOpening) await look(scene.visitor, book);
  return scene;
};

/** Walks one journey. Throws where page and plan differ; `kept` tells of it, the charts of the page tell what they took. */
export const walkInChromium = async (
  journey: Journey,
  ground: Ground,
  kept: Keeper,
  told: (book: Book) => void,
): Promise<void> => {
  const scene = await open(journey, ground);
  const { visitor, book, calls } = scene;
  told(book);
  try {
    let from = 0;
    for (const [index, step] of journey.steps.entries()) {
      const later = journey.steps.slice(index + 1);
      const id = endedChild(step.event.type);
      if (!step.automatic && !isByItself(step)) from = book.told.length;
      let answer: Answering | undefined;
      if (!step.automatic && id !== undefined) answer = await end(scene, step, id, later);
      else if (!step.automatic) await cause(scene, step, later);
      await follow(book, step, from, answer);
      if (answer) ground.count(answer.source());
      await look(visitor, book);
      kept.saw(actorAt(mirrorOf(book.told), step.actor));
    }
  } catch (thrown) {
    const standing = standingOf(book.told.length > 0 ? actorAt(mirrorOf(book.told), kept.next()) : undefined);
    const waiting = calls.names().map((name) => `answer ${name}`);
    kept.differs({ ...standing, possible: [...waiting, ...standing.possible] }, thrown);
    throw thrown;
  } finally {
    await visitor.page.context().close();
  }
};
