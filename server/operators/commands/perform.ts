import * as v from 'valibot';
import { demandOf } from '#server/catalogue/issues.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import { invalid, Problem } from '#server/shared/problem.ts';
import { findOrders } from '#server/tickets/find-orders.ts';
import { parseInput } from '#server/web/http/read.ts';
import { type SiteCode, SiteCodeSchema } from '#src/domain/site.ts';
import { orderLines } from './day.ts';
import type { OpsDeps } from './deps.ts';
import type { Caller, Done, Operation, OperationContext } from './operation.ts';
import { type OperationName, operations } from './operations.ts';
import { rehearse, rehearsedText } from './rehearse.ts';
import { type BilingualText, both } from './texts.ts';

export type PerformedReply = { done: OperationName; said: BilingualText } & Readonly<Record<string, unknown>>;

type Request = { caller: Caller; shopUrl: string; effectId: string };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parameters of every operation. */
const Common = v.object({ site: v.nullish(SiteCodeSchema, null), dry_run: v.optional(v.boolean(), false) });

/** The site that an operation may touch: the caller's, else the named one; null for all sites. Throws invalid_input. */
const siteFor = (row: Operation, { sites }: OpsDeps, caller: Caller, named: unknown): SiteCode | null => {
  if (row.site === 'none' || caller.site !== null) {
    if (named !== undefined) throw invalid('site', 'Unknown field.');
    return caller.site;
  }
  const { site } = parseInput(Common, { site: named }, 'rejected', demandOf);
  if (site === null && row.site === 'needed') throw invalid('site', `Name one of ${[...sites].join(', ')}.`);
  const isKnown = (code: SiteCode) =>
    sites.has(code) || (sites.folders().includes(code) && (row.isOffSale === true || sites.isServed(code)));
  if (site !== null && !isKnown(site))
    throw invalid('site', `${site} is not among the sites of this server: ${[...sites].join(', ')}.`);
  return site;
};

/** The input of an operation whose `run` has a dry run (`dryRun: 'own'`), with the parameter that asks for it. */
const inputForDryRun = (row: Operation, input: unknown): unknown =>
  isRecord(input) ? { ...input, ...('dry_run' in row.input.entries ? { dry_run: true } : { apply: false }) } : input;

/** The order that a dry run is about, in a line. */
const aboutOrder = async ({ deps, site }: OperationContext, { facts }: Done): Promise<BilingualText | null> => {
  if (typeof facts.number !== 'string') return null;
  const { orders } = await findOrders(deps.db, site, facts.number);
  const [order] = orders;
  return order ? both((locale) => orderLines(locale, order)) : null;
};

const runDry = async (row: Operation, context: OperationContext, input: unknown): Promise<Done> => {
  if (row.dryRun === undefined) {
    if (!row.writes) return row.run(context, input);
    throw invalid('dry_run', 'This operation has no dry run.');
  }
  if (row.dryRun === 'own') return row.run(context, inputForDryRun(row, input));
  const { done, mails } = await rehearse(context, (rehearsal) => row.run(rehearsal, input));
  const { token: _shownOnce, ...facts } = done.facts;
  const text = rehearsedText(done.text, await aboutOrder(context, done), mails);
  return { text, facts: { ...facts, dry_run: true, mails } };
};

/** The audit log has only the last characters of an order’s number: its readers cannot use them, its owner knows them. */
const numberEnds = (facts: Readonly<Record<string, unknown>>): Record<string, string> =>
  typeof facts.number === 'string' && facts.number !== '' ? { number_ends: facts.number.slice(-4) } : {};

/**
 * Runs an operation with unvalidated parameters, for a caller who may call it, and writes a line of the audit log, whatever
 * becomes of it. Throws OperatorProblem and Problem.
 */
export const perform = async (
  deps: OpsDeps,
  { caller, shopUrl, effectId }: Request,
  name: OperationName,
  sent: unknown,
): Promise<PerformedReply> => {
  const row = operations[name];
  const { site: named, dry_run, ...fields } = isRecord(sent) ? sent : {};
  const input = isRecord(sent) ? fields : sent;
  const audit = (outcome: string, site: SiteCode | null, facts: Readonly<Record<string, unknown>>) =>
    deps.log('info', 'operator', {
      command: name,
      by: caller.by,
      site: site ?? 'all',
      outcome,
      ...(dry_run === true ? { dry_run: true } : {}),
      ...numberEnds(facts),
    });
  let site = caller.site;
  try {
    site = siteFor(row, deps, caller, named);
    const { dry_run: isDryRun } = parseInput(Common, { dry_run }, 'rejected', demandOf);
    const context = { ...caller, deps, shopUrl, effectId, site };
    const { text, facts } = await (isDryRun ? runDry(row, context, input) : row.run(context, input));
    audit('done', site, facts);
    return { done: name, said: text, ...facts };
  } catch (thrown) {
    const isRefused = thrown instanceof OperatorProblem || thrown instanceof Problem;
    audit(isRefused ? thrown.code : 'request_error', site, thrown instanceof OperatorProblem ? thrown.facts : {});
    throw thrown;
  } finally {
    /* Even after a failed write visitors of this process get no older reply (docs/architecture.md#recent-replies). */
    if (row.writes) deps.recent.clear();
  }
};
