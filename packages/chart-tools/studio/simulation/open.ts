import type { appMachine } from 'ticket-store/machines/app/app.machine.ts';
import { machines } from 'ticket-store/machines/index.ts';
import type { ReadInput } from 'ticket-store/machines/ticket/ticket.types.ts';
import { fillCatalogue } from 'ticket-store/src/api/catalogue.ts';
import { settingsOf } from 'ticket-store/src/device/site-settings.ts';
import { Failure, FailureDetailsSchema } from 'ticket-store/src/domain/failures.ts';
import { defaultLang, langOf } from 'ticket-store/src/domain/lang.ts';
import type { Order } from 'ticket-store/src/domain/order.ts';
import { rulesOf, SiteCodeSchema } from 'ticket-store/src/domain/site.ts';
import type { SharedTicket, Ticket } from 'ticket-store/src/domain/ticket.ts';
import { mirrorHash } from 'ticket-store/src/mirrors/address/hash.ts';
import { loadTexts, moreTexts } from 'ticket-store/src/mirrors/language.ts';
import { mirrorTitle } from 'ticket-store/src/mirrors/title.ts';
import { ticket } from 'ticket-store/test/paths/sample-shop.ts';
import * as v from 'valibot';
import { type ActorRefFrom, type AnyStateNode, createActor, fromPromise } from 'xstate';
import { stateNodes } from '../../explore/definitions.ts';
import { simulateActors } from '../../explore/simulated.ts';
import { executeStep, stepsTo } from './press.ts';
import { type WayStep, type Ways, waysFile } from './protocol.ts';
import { followPage, inspectVisitor, report } from './report.ts';
import { catalogueOf, localised } from './samples.ts';

const FailedSchema = v.object({ failure: FailureDetailsSchema });

/** A step of a file of ways, with its error as an actor throws it. */
const revived = ({ actor, event }: WayStep): WayStep => {
  if (!('error' in event)) return { actor, event };
  const failed = v.safeParse(FailedSchema, event.error);
  const error = failed.success ? new Failure(failed.output.failure) : new Error('simulated');
  return { actor, event: Object.assign({ ...event }, { error }) };
};

/** The address's site, language, state or transition to go to (`state`), and transitions to take from there (`do`). */
const readAddress = (address: URLSearchParams) => {
  const code = v.safeParse(SiteCodeSchema, address.get('site'));
  return {
    code: code.success ? code.output : 'borderless',
    lang: langOf(address.get('lang')) ?? defaultLang,
    goal: address.get('state') ?? '',
    does: address.getAll('do'),
  };
};

/** The chart of a state that is left at once, whatever the facts: the chart begins behind it. */
const chartBehind = (goal: string): string | undefined =>
  Object.values(machines).find((machine) => {
    const nodes: readonly AnyStateNode[] = stateNodes(machine);
    return nodes.some(({ id, always = [] }) => id === goal && always.some(({ guard }) => guard === undefined));
  })?.id;

/** The charts of a site with simulated actors, brought to where the address says, and the mirrors of title and address. */
export const openSimulation = async (address: URLSearchParams) => {
  const { code, lang, goal, does } = readAddress(address);
  const [settings] = await Promise.all([settingsOf(code), loadTexts(lang)]);
  // A dialog may be open before any screen has loaded its texts.
  await moreTexts();
  const rules = rulesOf(settings);
  const { ways, steps }: Ways = await (await fetch(`../ways/${waysFile(rules)}`)).json();
  // Without a measurement there is no question for consent, which would cover every first screen.
  const site = {
    ...settings,
    gatagKey: { url: '' },
    methods: [...new Set([...settings.methods, 'stripe_secure' as const])],
  };
  const here = () => ({ site, lang, now: Date.now() });
  const catalogue = catalogueOf(here());
  fillCatalogue({ site: code, lang }, catalogue);

  const { machine, simulated } = simulateActors(machines.app);
  let isWalking = true;
  const inspect = inspectVisitor(() => isWalking);
  const app: ActorRefFrom<typeof appMachine> = createActor(machine, { input: { site: rules, lang }, inspect });
  const execute = ({ actor, event }: WayStep): void =>
    executeStep(app, simulated, { actor, event: { ...localised(event, here()), type: event.type } });
  /** Takes a transition from here. Returns whether it was possible. */
  const press = (arrow: string): boolean => {
    const before = isWalking;
    const steps = stepsTo(app, arrow);
    isWalking = true;
    for (const step of steps ?? []) execute(step);
    isWalking = before;
    return steps !== null;
  };

  app.start();
  const behind = goal in ways ? undefined : chartBehind(goal);
  const way = (ways[behind ?? goal] ?? []).flatMap((index) => steps[index] ?? []);
  const opens = way.some(({ actor }) => actor.includes('catalogue')) || goal.startsWith('catalogue');
  if (!opens) simulated.resolve('app/catalogue/openShop', catalogue);
  for (const step of way) execute(revived(step));
  const lost = does.filter((arrow) => !press(arrow)).length;
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  mirrorTitle(app, site);
  mirrorHash(app);
  isWalking = false;
  followPage(app, press);

  const passed = behind === undefined ? '' : goal;
  const missing = goal === '' || goal in ways || passed !== '' ? '' : goal;
  const [product] = catalogue.products;
  const sold = { ...ticket, product_name: product?.product_name ?? '' };
  const ticketMachine = machines.ticket.provide({
    actors: { readLinked: fromPromise<SharedTicket | Ticket, ReadInput>(async () => sold) },
  });
  const readMailed = fromPromise<Order | null, { token: string }>(async () => null);
  return { app, site, ticketMachine, readMailed, arrival: { missing, passed, lost }, report };
};
