import * as v from 'valibot';
import { type ActorRefFrom, createActor, type InspectionEvent } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { machines } from '#machines/index.ts';
import { fillCatalogue } from '#src/api/catalogue.ts';
import { FailureDetailsSchema } from '#src/domain/failure-details.ts';
import { Failure } from '#src/domain/failures.ts';
import { defaultLang, langOf } from '#src/domain/lang.ts';
import { rulesOf, SiteCodeSchema, siteCodes } from '#src/domain/site.ts';
import { mirrorHash } from '#src/mirrors/address/hash.ts';
import { createInspectObserver, inspectorChannel } from '#src/mirrors/inspect/inspector.ts';
import { loadTexts } from '#src/mirrors/language.ts';
import { mirrorTitle } from '#src/mirrors/title.ts';
import { settingsOf } from '#src/sites/sites.ts';
import { simulateActors } from '#test/tools/explore/simulated.ts';
import { executeStep, stepsTo } from './press.ts';
import { type WayStep, type Ways, waysFile } from './protocol.ts';
import { causes, followPage, report } from './report.ts';
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
    code: code.success ? code.output : siteCodes[0],
    lang: langOf(address.get('lang')) ?? defaultLang,
    goal: address.get('state') ?? '',
    does: address.getAll('do'),
    isQuiet: address.has('quiet'),
  };
};

/** The charts of a site with simulated actors, brought to where the address says, and the mirrors of title and address. */
export const openSimulation = async (address: URLSearchParams) => {
  const { code, lang, goal, does, isQuiet } = readAddress(address);
  const [settings] = await Promise.all([settingsOf(code), loadTexts(lang)]);
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
  const channel = new BroadcastChannel(inspectorChannel);
  const observe = createInspectObserver(crypto.randomUUID(), (one) => channel.postMessage(one));
  const cause = causes();
  let isWalking = true;
  const inspect = (seen: InspectionEvent): void => {
    if (!isQuiet) observe(seen);
    if (!isWalking) cause(seen);
  };
  const app: ActorRefFrom<typeof appMachine> = createActor(machine, { input: { site: rules, lang }, inspect });
  const execute = ({ actor, event }: WayStep): void =>
    executeStep(app, simulated, { actor, event: { ...localised(event, here()), type: event.type } });
  /** Takes a transition from here. Returns whether it was possible. */
  const press = (arrow: string): boolean => {
    const before = isWalking;
    isWalking = true;
    const found = stepsTo(app, arrow);
    for (const step of found ?? []) execute(step);
    isWalking = before;
    return found !== null;
  };

  app.start();
  const way = (ways[goal] ?? []).flatMap((index) => steps[index] ?? []);
  const opens = way.some(({ actor }) => actor.includes('catalogue')) || goal.startsWith('catalogue');
  if (!opens) simulated.resolve('app/catalogue/openShop', catalogue);
  for (const step of way) execute(revived(step));
  for (const arrow of does) if (!press(arrow)) break;
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  mirrorTitle(app, site);
  mirrorHash(app);
  isWalking = false;
  followPage(app, press);

  return { app, site, missing: goal === '' || goal in ways ? '' : goal, report };
};
