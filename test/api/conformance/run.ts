import { Broken, type Difference, NotSeen, type Requirement, type Section } from './requirement.ts';
import { type Given, openWorld, type World } from './world.ts';

type Outcome = { is: 'holds' } | { is: 'fails'; difference: Difference } | { is: 'not seen'; missing: string };

/** The result of one requirement. */
export type Row = { section: string; id: string; says: string } & Outcome;

const outcomeOf = async ({ check }: Requirement, world: World): Promise<Outcome> => {
  try {
    await check(world);
    return { is: 'holds' };
  } catch (thrown) {
    if (thrown instanceof NotSeen) return { is: 'not seen', missing: thrown.message };
    const where = 'the answer, which could not be read';
    const difference =
      thrown instanceof Broken ? thrown.difference : { where, came: String(thrown), expected: 'an answer' };
    return { is: 'fails', difference: { sent: world.last(), ...difference } };
  }
};

/** Checks a server by its calls alone, one requirement after the other; all holds are given back. */
export const examine = async (url: string, given: Given, sections: readonly Section[]): Promise<Row[]> => {
  const world = openWorld(url, given);
  const rows: Row[] = [];
  for (const { title, requirements } of sections)
    for (const requirement of requirements) {
      const { id, says } = requirement;
      rows.push({ section: title, id, says, ...(await outcomeOf(requirement, world)) });
      await world.giveBack();
    }
  return rows;
};
