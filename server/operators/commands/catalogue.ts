import { writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { deadEnds, shortCodes, type Taken, takenAt } from '#server/catalogue/dead-ends.ts';
import { linesOf } from '#server/catalogue/difference.ts';
import { exportCatalogue } from '#server/catalogue/export.ts';
import { CatalogueFault, firstLines } from '#server/catalogue/fault.ts';
import { type Imported, importCatalogue } from '#server/catalogue/import.ts';
import { mustHaveFolder, readFile, readSite } from '#server/catalogue/read-file.ts';
import type { Catalogue } from '#server/catalogue/schema.ts';
import { line, shownJson } from '#server/core/shown.ts';
import { fileReason, readTextFile } from '#server/core/text-file.ts';
import { OutcomeUnknown, type Reply } from '#server/operators/client/send-command.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import { venueDay } from '#src/domain/dates.ts';
import type { Method } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { OpsDeps } from './deps.ts';
import { type Done, type OperationContext, operation } from './operation.ts';
import texts from './texts.json' with { type: 'json' };
import { type BilingualText, both, filled, joined } from './texts.ts';

/** Bytes of a catalogue that is sent to a running server: some 200,000 timespans. */
export const largestCatalogue = 96 * 1024 * 1024;

/**
 * Dependencies of the commands. `check` throws CatalogueFault for methods that the shop could not offer; `taken`: what the site's folder
 * says about them.
 */
export type CatalogueDeps = Pick<OpsDeps, 'unlimited'> & {
  check: (catalogue: Catalogue) => Promise<void>;
  taken: (site: SiteCode) => Taken;
};

/** Describes the changes of an import, made or planned. */
export const importedText = ({ site, isDryRun, changes, totals, warnings }: Imported): BilingualText => {
  const sums = `${totals.new} new, ${totals.changed} changed, ${totals.renamed} renamed, ${totals.withdrawn} withdrawn`;
  const head = isDryRun ? texts.catalogue.planned : texts.catalogue.written;
  const lines = [...linesOf(changes), ...firstLines(warnings).map((text) => line`  warning    ${text}`)];
  return joined([filled(head, { site, sums, refused: totals.refused }), ...lines.map((text) => both(() => text))]);
};

type Input = { text?: string; site?: string | null | undefined; dry_run?: boolean };

const importText = async (
  deps: CatalogueDeps,
  { text = '', site, dry_run: isDryRun = false }: Input,
): Promise<Done> => {
  const source = readFile(text, site ?? undefined, async (catalogue) => {
    await deps.check(catalogue);
    return [...shortCodes(catalogue), ...deadEnds(catalogue, deps.taken(catalogue.site))];
  });
  const facts = await deps.unlimited((db) => importCatalogue(db, source, venueDay(Date.now()), { isDryRun }));
  return { text: importedText(facts), facts };
};

const exportText = async (deps: CatalogueDeps, site: string): Promise<Done> => {
  const code = readSite(site);
  const catalogue = await deps.unlimited((db) => exportCatalogue(db, code));
  if (!catalogue) throw new CatalogueFault(`${code} has no catalogue in this database.`);
  const text = filled(texts.catalogue.exported, { site: code, count: catalogue.products.length });
  return { text, facts: { catalogue } };
};

/** Rejects a catalogue of a site without a valid folder, and payment methods that this server cannot take, as `faultsOf` says. */
export const checkWith =
  (sites: Sites, faultsOf: (site: SiteCode, offered: readonly Method[]) => readonly string[]): CatalogueDeps['check'] =>
  async ({ site, payment_methods }) => {
    mustHaveFolder(sites, site);
    const offered = payment_methods.map(({ id }) => id);
    const faults = sites.has(site) ? faultsOf(site, offered) : [];
    if (faults.length > 0) throw new CatalogueFault(...faults);
  };

const canOffer = ({ sites, canTake }: OpsDeps): CatalogueDeps['check'] =>
  checkWith(sites, (site, offered) => {
    const missing = offered.filter((id) => !canTake(site, id));
    const why = 'npm run ops -- check says what is missing';
    return missing.length === 0 ? [] : [`payment_methods: this server cannot take ${missing.join(', ')} (${why}).`];
  });

/** A fault of the file refuses the command. */
const refusing =
  <I, C extends OperationContext>(run: (deps: CatalogueDeps, input: I, context: C) => Promise<Done>) =>
  async (context: C, input: I): Promise<Done> => {
    const { unlimited, sites } = context.deps;
    try {
      const deps = { unlimited, check: canOffer(context.deps), taken: (of: SiteCode) => takenAt(sites, of) };
      return await run(deps, input, context);
    } catch (thrown) {
      if (thrown instanceof CatalogueFault) throw new OperatorProblem('catalogue', { lines: thrown.message });
      throw thrown;
    }
  };

/** Operations on catalogues; `npm run db -- import` and `export` send them to a running server. */
export const catalogueOperations = {
  'catalogue-import': operation({
    does: 'Puts a venue’s catalogue in the place of the site’s, all or nothing, as npm run db -- import does.',
    details:
      'JSON of one site, or a table of timespans (CSV) with the site named. The dry run lists what would be new, changed, withdrawn or refused.',
    site: 'possible',
    isOffSale: true,
    scope: 'full',
    writes: true,
    dryRun: 'own',
    cli: { args: ['text'], files: ['text'] },
    input: v.object({
      text: v.pipe(v.string(), v.description('The file.')),
      dry_run: v.optional(v.boolean(), false),
    }),
    reply: { totals: v.looseObject({}), changes: v.array(v.looseObject({})), warnings: v.array(v.string()) },
    run: refusing((deps, input, { site }) => importText(deps, { ...input, site })),
  }),
  'catalogue-export': operation({
    does: 'Writes the catalogue of a site, as npm run db -- export does.',
    site: 'needed',
    isOffSale: true,
    scope: 'read',
    writes: false,
    cli: { args: ['site'], out: 'catalogue' },
    reply: { catalogue: v.looseObject({}) },
    run: refusing((deps, _, { site }) => exportText(deps, site)),
  }),
};

/** Runs a command about a catalogue, in the running server or on the opened database. */
export type RunCatalogue = (command: keyof typeof catalogueOperations, input: Input) => Promise<Reply>;

/** Runs a command on the opened database, where no server runs. Throws CatalogueFault. */
export const runHere =
  (deps: CatalogueDeps): RunCatalogue =>
  async (command, input) => {
    const isImport = command === 'catalogue-import';
    const { text, facts } = await (isImport
      ? importText(deps, input)
      : exportText(deps, readSite(input.site ?? undefined)));
    return { done: command, said: text, ...facts };
  };

export type ImportOptions = { site?: string; dryRun?: boolean; json?: boolean };

export type Printed = { text: string; isRefused: boolean };

const printed = (reply: Reply, { json }: Pick<ImportOptions, 'json'>, text: string): Printed => ({
  text: json ? shownJson(reply, 2) : text,
  isRefused: reply.done === undefined || ('totals' in reply && Object(reply.totals).refused > 0),
});

/** Imports each file; stops at the first one that is refused or has an unknown outcome, and names it. */
export const importFiles = async (
  run: RunCatalogue,
  files: readonly string[],
  options: ImportOptions,
): Promise<Printed> => {
  const done: Printed[] = [];
  for (const file of files) {
    const input = { text: readTextFile(file), site: options.site, dry_run: options.dryRun ?? false };
    const reply = await run('catalogue-import', input).catch((thrown: unknown) => {
      if (!(thrown instanceof OutcomeUnknown)) throw thrown;
      throw new OutcomeUnknown([...done.map(({ text }) => text), `${file}: ${thrown.why}`].join('\n'));
    });
    done.push(printed(reply, options, reply.done === undefined ? `${file}: ${reply.said.en}` : reply.said.en));
    if (done.at(-1)?.isRefused) break;
  }
  return { text: done.map(({ text }) => text).join('\n'), isRefused: done.some(({ isRefused }) => isRefused) };
};

/** Writes the catalogue of a site into a file, over what is there. */
export const exportSite = async (
  run: RunCatalogue,
  site: string,
  file: string,
  options: Pick<ImportOptions, 'json'>,
): Promise<Printed> => {
  const reply = await run('catalogue-export', { site });
  if (!('catalogue' in reply)) return printed(reply, options, reply.said.en);
  try {
    writeFileSync(file, `${JSON.stringify(reply.catalogue, null, 2)}\n`);
  } catch (thrown) {
    throw new CatalogueFault(`${file} cannot be written: ${fileReason(thrown)}.`);
  }
  const text = `${reply.said.en.replace(/\.$/, '')} in ${file}.`;
  return { text: options.json ? JSON.stringify({ done: reply.done, file }) : text, isRefused: false };
};
