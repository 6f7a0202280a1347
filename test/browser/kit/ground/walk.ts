import type { EventObject } from 'xstate';
import { setFault } from '#test/api/kit/buyer.ts';
import type { Journey } from '#test/tools/explore/compose.ts';
import { actorAt } from '#test/tools/explore/held.ts';
import type { AddressedStep } from '#test/tools/explore/realise.ts';
import { endedChild } from '#test/tools/explore/step.ts';
import { asked } from '#test/tools/walks/ask.ts';
import { type Keeper, standingOf } from '#test/tools/walks/keep.ts';
import { fillForm } from '../site-walk.ts';
import { cards, fillCard } from '../walk.ts';
import { type Answering, answering, failureIn, fieldsOf, type Source } from './answers.ts';
import { blockScript, causeOf, denyCaches, forgetLeaving, loseAnswer } from './causes.ts';
import { passTime, waitOf } from './clock.ts';
import { controlsShown, doByHand } from './hands.ts';
import { follow, look } from './look.ts';
import { mirrorOf } from './mirror.ts';
import { expectSaid } from './said.ts';
import { type Ground, openScene, type Scene, statusOf } from './scene.ts';
import type { Book } from './told.ts';

/** Runs generated walks in Chromium with the real server. */

/** The remaining steps of a walk. */
type Later = readonly AddressedStep[];

/** The next planned end of an actor. */
const endOf = (later: Later, id: string): EventObject | undefined =>
  later.find(({ event }) => endedChild(event.type) === id)?.event;

/** Actors that end without an external response. */
const selfEnding = new Set(['recallTicket', 'recallShared', 'forgetTicket', 'takeToken']);
const isByItself = ({ event }: AddressedStep): boolean =>
  selfEnding.has(endedChild(event.type) ?? '') ||
  ['checkout.left', 'xstate.error.actor.showChallenge'].includes(event.type) ||
  // Without a reference and an order there is no request.
  (endedChild(event.type) === 'askOutcome' && failureIn(event)?.code === 'token_not_found');

/** The card that the bank handles as planned. */
const cardFor = (paying: EventObject | undefined): string => {
  if (statusOf(paying) === 'requires_action') return cards.challenged;
  return paying && failureIn(paying)?.code === 'payment_api_failure' ? cards.declined : cards.good;
};

/** Answers the bank's question so that the server then responds as planned. */
const answerBank = async ({ visitor: { page }, world: { shop } }: Scene, later: Later): Promise<void> => {
  const ends = later.map(({ event }) => event).filter(({ type }) => endedChild(type) === 'confirmPayment');
  const isRefused = ends.some((event) => failureIn(event)?.code === 'payment_api_failure');
  // After the return the result must still be unknown, so the provider's notice must not arrive first.
  if (isRefused && endOf(later, 'askOutcome')) await setFault(shop, { route: 'webhooks', fault: 'lost', times: 9 });
  if (ends.some((event) => statusOf(event) === 'requires_action')) await loseAnswer(page);
  const frame = page.locator('dialog[open] iframe').contentFrame();
  await frame.locator(`button[value=${isRefused ? 'fail' : 'complete'}]`).click();
};

const byItself = (source: Source): Answering => ({ pump: async () => undefined, source: () => source, outcome: '' });

/** Lets a pending actor end. Returns what answers its calls; undefined for timers. */
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
    await answerBank(scene, later);
    return byItself('sandbox');
  }
  if (later[0]?.takes[0]?.startsWith('checkout.redirecting | page.returned')) await forgetLeaving(visitor);
  if (later[0]?.event.type === 'xstate.error.actor.showChallenge') await blockScript(visitor);
  return answering(world, calls, id, step.event);
};

const ofFailure = ['applyCoupon', 'findReservation'] as const;

/** Causes an external event: by a visitor's action, or by its real cause. */
const cause = async (
  { visitor, world }: Scene,
  step: AddressedStep,
  later: Later,
): Promise<EventObject | undefined> => {
  const { type, ...told } = step.event;
  const next = later[0] && failureIn(later[0].event);
  const failure = ofFailure.some((id) => id === endedChild(later[0]?.event.type ?? '')) ? next?.code : undefined;
  const comes = { failure, back: statusOf(endOf(later, 'askOutcome')) };
  const event: EventObject = { ...fieldsOf(await world.inAll(told, comes)), type };
  const real = { ...step, event };
  const caused = causeOf(step);
  if (caused) {
    await caused(visitor, real);
    return undefined;
  }
  if (type === 'ticket.forget') await denyCaches(visitor, later[0]?.event.type === 'xstate.error.actor.forgetTicket');
  if (
    type === 'payment.submit' &&
    later[0]?.event.type === 'xstate.done.actor.takeToken' &&
    world.site.method === 'stripe_secure'
  )
    await fillCard(visitor, cardFor(endOf(later, 'postCheckout')));
  if (type === 'customer.submit') {
    // Every real site requires more fields than the plans.
    await fillForm(visitor, world.site.templates);
    for (const name of ['email', 'email_confirm']) await visitor.fill(name, world.email());
    await visitor.press(type);
  } else await doByHand(visitor, event);
  return event;
};

/** Runs one journey. Throws where page and plan differ; `kept` records it, and the page's charts report what they took. */
export const walkInChromium = async (
  journey: Journey,
  ground: Ground,
  kept: Keeper,
  told: (book: Book) => void,
): Promise<void> => {
  const scene = await openScene(journey, ground);
  const { visitor, book, calls, camera } = scene;
  told(book);
  try {
    let from = 0;
    for (const [index, step] of journey.steps.entries()) {
      const later = journey.steps.slice(index + 1);
      const id = endedChild(step.event.type);
      if (!step.automatic && !isByItself(step)) from = book.told.length;
      let answer: Answering | undefined;
      if (!step.automatic && id !== undefined) answer = await end(scene, step, id, later);
      const said = !step.automatic && id === undefined ? await cause(scene, step, later) : undefined;
      await follow(book, step, from, answer);
      if (said) expectSaid(book.told.slice(from), step, said);
      if (answer) ground.count(answer.source(), answer.outcome);
      await look(visitor, book);
      const picture = asked && kept.show('jpg', await camera.small());
      kept.saw(actorAt(mirrorOf(book.told), step.actor), picture);
    }
  } catch (thrown) {
    const standing = standingOf(book.told.length > 0 ? actorAt(mirrorOf(book.told), kept.next()) : undefined);
    const waiting = calls.names().map((name) => `answer ${name}`);
    // The page may be closed.
    const offered = await controlsShown(visitor).catch(() => []);
    const picture = await camera.large().catch(() => undefined);
    const shown = picture && { shown: kept.show('otherwise.jpg', picture) };
    kept.differs({ ...standing, possible: [...waiting, ...offered, ...standing.possible], ...shown }, thrown);
    throw thrown;
  } finally {
    await visitor.page.context().close();
  }
};
