import { sql } from 'kysely';
import { type Db, inTransaction } from '#server/db/open.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import { writeAct } from './acts.ts';
import { type GateRules, lockShown, mustBeAdmitted } from './gate.ts';

/** Minutes for which an admission can be undone. */
const undoable = 10;

/** `quantity`: people who are outside again; `left`: all of the ticket who are; `from_gate`: where they were admitted. */
export type Undone = { number: string; quantity: number; left: number; from_gate: string };

/**
 * Undoes the newest admission of a ticket by its code or number, or of one person by their own code, within minutes, at whichever gate
 * that admits its product. Throws OperatorProblem: unknown, other_product, nothing_to_undo.
 */
export const undoAdmission = (
  { db }: { db: Db },
  typed: string,
  { site, ...rules }: Pick<GateRules, 'by' | 'gate' | 'site' | 'products'>,
): Promise<Undone> =>
  inTransaction(db, async (tx) => {
    const { ticket, people } = await lockShown(tx, typed, site);
    mustBeAdmitted(ticket, rules);
    const { id, number } = ticket;
    const ids = people.map((one) => one.id);
    const act = await tx
      .selectFrom('order_acts')
      .select(['id', 'gate'])
      .where('ticket_id', '=', id)
      .where('kind', '=', 'admitted')
      .where('at', '>', sql<Date>`now() - make_interval(mins => ${undoable})`)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('ticket_people').select('id').whereRef('act_id', '=', 'order_acts.id').where('id', 'in', ids),
        ),
      )
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!act || ticket.status !== 'paid')
      throw new OperatorProblem('nothing_to_undo', { number, minutes: String(undoable) });
    const entered = tx.updateTable('ticket_people').where('act_id', '=', act.id).where('id', 'in', ids);
    const outside = await entered.set({ used_at: null, act_id: null }).executeTakeFirstOrThrow();
    const quantity = Number(outside.numUpdatedRows);
    const state = ticket.share_hash === null ? 'valid' : 'shared';
    await tx.updateTable('tickets').set({ state }).where('id', '=', id).where('state', '=', 'used').execute();
    await writeAct(tx, 'undone', ticket, rules, quantity);
    const left = ticket.people.filter(({ used_at }) => used_at === null).length + quantity;
    return { number, quantity, left, from_gate: act.gate };
  });
