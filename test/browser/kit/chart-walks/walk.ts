import type { Journey } from '@ticket-store/chart-tools/explore/compose.ts';
import { withInstead } from '@ticket-store/chart-tools/explore/drive.ts';
import type { AddressedStep } from '@ticket-store/chart-tools/explore/realise.ts';
import { endedChild } from '@ticket-store/chart-tools/explore/step.ts';
import type { EventObject } from 'xstate';
import { htmlLang, type Lang } from '#src/domain/lang.ts';
import { setFault } from '#test/api/kit/buyer.ts';
import { fillForm } from '#test/browser/kit/site-walk.ts';
import type { Visitor } from '#test/browser/kit/visitor.ts';
import { cards, fillCard } from '#test/browser/kit/walk.ts';
import { chooseCard, openSheet } from '#test/browser/kit/wallet-sheet.ts';
import { pressAfter } from '#test/paths/event-address.ts';
import { fieldsOf, sheetPayment } from '#test/paths/event-parts.ts';
import { clearView, controlsShown, doByHand } from './actions.ts';
import { blockScript, causeOf, denyCaches, discardAwayState, loseAnswer } from './causes.ts';
import { passTime, waitOf } from './clock.ts';
import { expectSent } from './expect-sent.ts';
import { follow, look } from './look.ts';
import { findState } from './mirror.ts';
import { createResponder, failureIn, type Responder, type Source } from './outcomes.ts';
import type { ReportLog } from './reports.ts';
import { openScene, type Scene, statusOf, type Target } from './scene.ts';
import { watchWalk } from './watch-walk.ts';

/** Runs generated walks in Chromium with the real server. */

/** The remaining steps of a walk. */
type RemainingSteps = readonly AddressedStep[];

/** The next planned end of an actor. */
const endOf = (rest: RemainingSteps, id: string): EventObject | undefined =>
  rest.find(({ event }) => endedChild(event.type) === id)?.event;

/** Actors that end without an external response. */
const selfEnding = new Set(['recallTicket', 'recallShared', 'forgetTicket', 'takeToken']);

/** The card that the bank handles as planned. */
const cardFor = (paying: EventObject | undefined): 'challenged' | 'declined' | 'good' => {
  if (statusOf(paying) === 'requires_action') return 'challenged';
  return paying && failureIn(paying)?.code === 'payment_api_failure' ? 'declined' : 'good';
};

/** The same cards in a wallet's sheet. */
const inSheet = { challenged: 'authenticationRequired', declined: 'visa_chargeDeclined', good: 'visa' } as const;

/** Opens a wallet's sheet and pays in it, or closes it. */
const answerSheet = async (visitor: Visitor, step: AddressedStep, rest: RemainingSteps): Promise<void> => {
  await clearView(visitor, step.event);
  await openSheet(visitor, 'apple_pay');
  const card = sheetPayment(step.event) ? inSheet[cardFor(endOf(rest, 'postCheckout'))] : '';
  await chooseCard(visitor, card);
};

/** Answers the bank's question so that the server then responds as planned. */
const answerBank = async ({ visitor: { page }, fixture: { shop } }: Scene, rest: RemainingSteps): Promise<void> => {
  const ends = rest.map(({ event }) => event).filter(({ type }) => endedChild(type) === 'confirmPayment');
  const isRefused = ends.some((event) => failureIn(event)?.code === 'payment_api_failure');
  // After the return the result must still be unknown, so the provider's notice must not arrive first.
  if (isRefused && endOf(rest, 'queryOutcome')) await setFault(shop, { route: 'webhooks', fault: 'lost', times: 9 });
  if (ends.some((event) => statusOf(event) === 'requires_action')) await loseAnswer(page);
  const frame = page.locator('dialog[open] iframe').contentFrame();
  await frame.locator(`button[value=${isRefused ? 'fail' : 'complete'}]`).click();
};

const byItself = (source: Source): Responder => ({ pump: async () => undefined, source: () => source, outcome: '' });

/** Lets a pending actor end. Returns what answers its calls; undefined for timers. */
const end = async (
  scene: Scene,
  step: AddressedStep,
  id: string,
  rest: RemainingSteps,
): Promise<Responder | undefined> => {
  const { visitor, log, fixture, calls } = scene;
  const timer = waitOf(log, step, id);
  if (timer) {
    await passTime(visitor.page, timer, 'output' in step.event ? Number(step.event.output ?? 0) : 0);
    return undefined;
  }
  if (selfEnding.has(id)) return byItself('page');
  if (id === 'showChallenge') {
    if (failureIn(step.event)) return byItself('network');
    await answerBank(scene, rest);
    return byItself('sandbox');
  }
  if (rest[0]?.takes[0]?.startsWith('checkout.redirecting | page.returned')) await discardAwayState(visitor);
  if (rest[0]?.event.type === 'xstate.error.actor.showChallenge') await blockScript(visitor);
  return createResponder(fixture, calls, id, step.event);
};

/**
 * What the page shows decides what a control of it sends, where a plan knows it only for the first of several ways to a state: the
 * next count of a stepper, and the other language.
 */
const asShown = async ({ visitor: { page } }: Scene, event: EventObject): Promise<EventObject> => {
  const { line, lang } = fieldsOf(event);
  const { id } = fieldsOf(line);
  if (typeof id === 'string') {
    const number = page.locator(`input[data-event="${event.type}"][data-key="${id}"]`).filter({ visible: true });
    const count = Number(await number.first().inputValue()) + 1;
    return { ...event, line: { ...fieldsOf(line), count } } as EventObject;
  }
  if (event.type !== 'language.choose' || htmlLang[lang as Lang] !== (await page.locator('html').getAttribute('lang')))
    return event;
  return { ...event, lang: lang === 'ja' ? 'en' : 'ja' } as EventObject;
};

const ofFailure = ['applyCoupon', 'findReservation'] as const;

/** Causes an external event: by a visitor's action, or by its real cause. */
const cause = async (scene: Scene, step: AddressedStep, rest: RemainingSteps): Promise<EventObject | undefined> => {
  const { visitor, fixture } = scene;
  const { type, ...fields } = step.event;
  const next = rest[0] && failureIn(rest[0].event);
  const failure = ofFailure.some((id) => id === endedChild(rest[0]?.event.type ?? '')) ? next?.code : undefined;
  const outcome = { failure, back: statusOf(endOf(rest, 'queryOutcome')) };
  const planned: EventObject = { ...fieldsOf(await fixture.replaceSamples(fields, outcome)), type };
  const event = await asShown(scene, planned);
  const real = { ...step, event };
  const caused = causeOf(step);
  if (caused) {
    await caused(visitor, real);
    return undefined;
  }
  if (type.startsWith('sheet.')) {
    await answerSheet(visitor, step, rest);
    return undefined;
  }
  if (type === 'ticket.forget') await denyCaches(visitor, rest[0]?.event.type === 'xstate.error.actor.forgetTicket');
  if (
    type === 'payment.submit' &&
    rest[0]?.event.type === 'xstate.done.actor.takeToken' &&
    fixture.site.method === 'stripe_secure'
  )
    await fillCard(visitor, cards[cardFor(endOf(rest, 'postCheckout'))]);
  if (type === 'customer.submit') {
    await clearView(visitor, event);
    // Every real site requires more fields than the plans.
    await fillForm(visitor, fixture.site.templates);
    // The plans have one customer, who types the address that the page knows already.
    const { customer } = fieldsOf(findState(scene.log.reports, step.actor.join('/'))?.context);
    const { email = fixture.email() } = fieldsOf(customer);
    for (const name of ['email', 'email_confirm']) await visitor.fill(name, String(email));
    await visitor.click(type);
  } else await doByHand(visitor, event);
  const press = pressAfter(event, step.actor.at(-1));
  if (press !== null) await visitor.click(press);
  return event;
};

/** Runs one journey. Throws where page and plan differ; `onOpen` gets what the page's charts report. */
export const walkInChromium = async (
  journey: Journey,
  target: Target,
  onOpen: (log: ReportLog) => void,
): Promise<void> => {
  const scene = await openScene(journey, target);
  const { visitor, log, calls } = scene;
  onOpen(log);
  try {
    const watch = await watchWalk(scene);
    let [from, followed] = [0, 0];
    for (const [index, step] of journey.steps.entries()) {
      const rest = journey.steps.slice(index + 1);
      const id = endedChild(step.event.type);
      // Actors may end, and the page may be left, without the walk, as soon as the step before was seen.
      const isByItself = id !== undefined || step.event.type === 'checkout.left';
      if (!step.automatic) from = isByItself ? followed : log.reports.length;
      let responder: Responder | undefined;
      if (!step.automatic && id !== undefined) responder = await end(scene, step, id, rest);
      const sent = !step.automatic && id === undefined ? await cause(scene, step, rest) : undefined;
      followed = Math.max(followed, await follow(log, step, from, responder));
      if (sent) expectSent(log.reports.slice(from), step, sent);
      if (responder) target.count(responder.source(), responder.outcome);
      await look(scene);
      await watch(step);
    }
  } catch (thrown) {
    const waiting = calls.names().map((name) => `answer ${name}`);
    // The page may be closed.
    const offered = await controlsShown(visitor).catch(() => []);
    throw withInstead(thrown, [...waiting, ...offered]);
  } finally {
    await visitor.page.context().close();
  }
};
