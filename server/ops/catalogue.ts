import * as v from 'valibot';
import { exportCatalogue } from '#server/catalogue/export.ts';
import { CatalogueFault } from '#server/catalogue/fault.ts';
import { importCatalogue } from '#server/catalogue/import.ts';
import { readFile, readSite } from '#server/catalogue/read-file.ts';
import type { Catalogue } from '#server/catalogue/schema.ts';
import { mustHaveFolder } from '#server/catalogue/site-folder.ts';
import type { Reply } from '#server/ops-client/send-command.ts';
import { Refusal } from '#server/shared/refusal.ts';
import { venueDay } from '#src/domain/dates.ts';
import { importedText } from './catalogue-texts.ts';
import { type CommandContext, command, type Done } from './command.ts';
import type { OpsDeps } from './deps.ts';

/** Bytes of a catalogue that is sent to a running server: some 200,000 timespans. */
export const largestCatalogue = 96 * 1024 * 1024;

/** What the commands need. `check` throws CatalogueFault for methods that the shop could not offer. */
export type CatalogueDeps = Pick<OpsDeps, 'unlimited'> & { check: (catalogue: Catalogue) => Promise<void> };

const Import = v.object({ text: v.string(), site: v.optional(v.string()), dry_run: v.optional(v.boolean(), false) });
const Export = v.object({ site: v.string() });

const importText = async (
  deps: CatalogueDeps,
  { text, site, dry_run: isDryRun }: v.InferOutput<typeof Import>,
): Promise<Done> => {
  const source = readFile(text, site, deps.check);
  const facts = await deps.unlimited((db) => importCatalogue(db, source, venueDay(Date.now()), { isDryRun }));
  return { text: importedText(facts), facts };
};

const exportText = async (deps: CatalogueDeps, { site }: v.InferOutput<typeof Export>): Promise<Done> => {
  const code = readSite(site);
  const catalogue = await deps.unlimited((db) => exportCatalogue(db, code));
  if (!catalogue) throw new CatalogueFault(`${code} has no catalogue in this database.`);
  const count = catalogue.products.length;
  return { text: { en: `${code}: ${count} products.`, ja: `${code}：商品${count}件` }, facts: { catalogue } };
};

const canOffer =
  ({ sites, canTake }: OpsDeps): CatalogueDeps['check'] =>
  async ({ site, payment_methods }) => {
    mustHaveFolder(sites, site);
    if (!sites.has(site)) return;
    const missing = payment_methods.map(({ id }) => id).filter((id) => !canTake(site, id));
    if (missing.length === 0) return;
    const why = 'npm run ops -- check says what is missing';
    throw new CatalogueFault(`payment_methods: this server cannot take ${missing.join(', ')} (${why}).`);
  };

/** A fault of the file refuses the command. */
const refusing =
  <I>(run: (deps: CatalogueDeps, input: I) => Promise<Done>) =>
  async ({ deps }: CommandContext, input: I): Promise<Done> => {
    try {
      return await run({ unlimited: deps.unlimited, check: canOffer(deps) }, input);
    } catch (thrown) {
      if (thrown instanceof CatalogueFault) throw new Refusal('catalogue', { lines: thrown.message });
      throw thrown;
    }
  };

/** The operator's commands about catalogues; `npm run db -- import` and `export` send them to a running server. */
export const catalogueCommands = {
  'catalogue-import': command({ input: Import, run: refusing(importText) }),
  'catalogue-export': command({ input: Export, run: refusing(exportText) }),
};

/** The same commands where no server runs. Throws CatalogueFault. */
export const runHere = async (
  deps: CatalogueDeps,
  name: keyof typeof catalogueCommands,
  input: unknown,
): Promise<Reply> => {
  const { text, facts } =
    name === 'catalogue-import'
      ? await importText(deps, v.parse(Import, input))
      : await exportText(deps, v.parse(Export, input));
  return { done: name, said: text, ...facts };
};
