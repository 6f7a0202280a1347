import { machines } from 'ticket-store/machines/index.ts';
import { langs } from 'ticket-store/src/domain/lang.ts';
import { rulesOf } from 'ticket-store/src/domain/site.ts';
import { catalogue } from 'ticket-store/test/paths/sample-shop.ts';
import { settingsOf, siteCodes } from 'ticket-store/test/tools/example-sites.ts';
import { type AnyActorRef, createActor, type InspectionEvent } from 'xstate';
import type { Journey } from '../explore/compose.ts';
import { definitionId } from '../explore/definitions.ts';
import type { AddressedStep } from '../explore/realise.ts';
import { simulateActors } from '../explore/simulated.ts';
import { readVisit } from '../studio/page/visit.ts';
import { executeStep } from '../studio/simulation/press.ts';
import { createReplay } from '../studio/simulation/replay.ts';

/**
 * A visit that was saved on the charts page as a walk, with the payloads and replies of the plans, since a visit has none. Throws
 * if the text is no visit, or if the charts of today do not take its transitions.
 */
export const journeyOfVisit = (text: string): Journey => {
  const visit = readVisit(text, { sites: siteCodes, langs });
  const { machine, simulated } = simulateActors(machines.app);
  const taken: string[] = [];
  const inspect = (seen: InspectionEvent): void => {
    if (seen.type === '@xstate.microstep') taken.push(...seen._transitions.map(definitionId));
  };
  const input = { site: rulesOf(settingsOf(visit.site)), lang: 'ja' } as const;
  const app: AnyActorRef = createActor(machine, { input, inspect }).start();
  simulated.resolve('app/catalogue/openShop', catalogue);
  const steps: AddressedStep[] = [];
  const { replay } = createReplay(app, taken, (step) => {
    executeStep(app, simulated, step);
    steps.push(step);
  });
  const lost = visit.steps.flatMap(({ arrows }) => arrows).filter((arrow) => !replay(arrow));
  app.stop();
  if (lost.length > 0)
    throw new Error(`The charts do not take ${lost.length} of the visit's transitions, at first: ${lost[0]}`);
  return { machine: 'visit', actor: ['app'], input, steps, prefix: 0 };
};
