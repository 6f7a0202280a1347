import { type Context, openContext, type RunOptions } from './context.ts';
import { Broken, type Difference, NotSeen, type Requirement } from './requirement.ts';
import { sections } from './sections.ts';

type Outcome = { is: 'holds' } | { is: 'fails'; difference: Difference } | { is: 'not seen'; missing: string };

/** The result of one requirement. */
export type RequirementResult = { section: string; id: string; description: string } & Outcome;

const outcomeOf = async ({ check }: Requirement, context: Context): Promise<Outcome> => {
  try {
    await check(context);
    return { is: 'holds' };
  } catch (thrown) {
    if (thrown instanceof NotSeen) return { is: 'not seen', missing: thrown.message };
    const where = 'the answer, which could not be read';
    const difference =
      thrown instanceof Broken ? thrown.difference : { where, actual: String(thrown), expected: 'an answer' };
    return { is: 'fails', difference: { sent: context.last(), ...difference } };
  }
};

/** Checks a server by its calls alone, one requirement after the other, and releases all holds. */
export const examine = async (url: string, options: RunOptions): Promise<RequirementResult[]> => {
  const context = openContext(url, options);
  const rows: RequirementResult[] = [];
  for (const { title, requirements } of sections)
    for (const requirement of requirements) {
      const { id, description } = requirement;
      rows.push({ section: title, id, description, ...(await outcomeOf(requirement, context)) });
      await context.releaseHolds();
    }
  return rows;
};
