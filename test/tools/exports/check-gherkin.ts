import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { type MachineName, machines } from '#machines/index.ts';
import { plans } from '#test/paths/plans.ts';
import { journeys } from '../explore/compose.ts';
import { allDefinitions } from '../explore/definitions.ts';
import { describeWalk, type WalkDescription } from '../paths/describe-walk.ts';
import { write } from '../paths/write.ts';
import type { Cells } from './check.ts';
import { createProject } from './scratch-project.ts';

/** Walks as Gherkin, read by the parser of Cucumber from the registry. */

const packages = { '@cucumber/gherkin': '42.0.1', '@cucumber/messages': '34.2.1' };

const reader = `import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { IdGenerator } from '@cucumber/messages';
export const scenariosOf = (text) => {
  const newId = IdGenerator.uuid();
  const document = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher()).parse(text);
  return compile(document, 'walks.feature', newId).map(({ name, steps }) => ({ name, steps: steps.map((step) => step.text) }));
};
`;

const Scenarios = v.array(v.object({ name: v.string(), steps: v.array(v.string()) }));
const Reader = v.object({ scenariosOf: v.function() });

/** The walks that Cucumber does not read as scenarios which end in the walk's last state. */
const faultsIn = (walks: readonly WalkDescription[], scenariosOf: (text: string) => unknown): string[] => {
  try {
    const read = v.parse(Scenarios, scenariosOf(write(walks, 'gherkin')));
    return walks.flatMap(({ steps }, index) => {
      const { actor = '', state = '' } = steps.at(-1) ?? {};
      const end = `${actor.split('/').at(-1)} is in "${state}"`;
      const { name = `walk ${index + 1}`, steps: written = [] } = read[index] ?? {};
      return written.at(-1) === end ? [] : [`${name} ends with ${written.at(-1)}, not ${end}`];
    });
  } catch (thrown) {
    return [thrown instanceof Error ? thrown.message : String(thrown)];
  }
};

/** Whether Cucumber reads each walk as a scenario that ends in the walk's last state. */
export const checkGherkin = async (names: readonly MachineName[]): Promise<Cells> => {
  const definitions = Object.values(machines).flatMap(allDefinitions);
  const folder = await createProject(packages, { 'read.js': reader });
  try {
    const { scenariosOf } = v.parse(Reader, await import(pathToFileURL(join(folder, 'read.js')).href));
    return new Map(
      journeys(machines.app, plans).flatMap(({ model, journeys: own }) => {
        const name = names.find((one) => one === model.machine.id);
        if (name === undefined) return [];
        const walks = own.map((journey) => describeWalk(journey, definitions));
        return [[name, { total: walks.length, faults: faultsIn(walks, scenariosOf) }] as const];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
