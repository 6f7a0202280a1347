import { type ParseError, parse } from 'jsonc-parser';
import * as v from 'valibot';
import type { Tx } from '#server/db/open.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import { type SiteCode, SiteCodeSchema } from '#src/domain/site.ts';
import { NameFaults, parseStrictJson } from '#src/sites/strict-json.ts';
import { CatalogueSchema } from './contradictions.ts';
import { exportCatalogue } from './export.ts';
import { CatalogueFault } from './fault.ts';
import type { Source } from './import.ts';
import { describeIssue, unstorable } from './issues.ts';
import type { Catalogue } from './schema.ts';
import { applySpansCsv } from './spans-csv.ts';

/** Where a text ceases to be JSON. */
const positionOf = (text: string): string => {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const at = errors[0]?.offset ?? text.length;
  if (at >= text.length) return 'the file ends too early';
  const lines = text.slice(0, at).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
};

const parseJson = (text: string): unknown => {
  try {
    return parseStrictJson(text);
  } catch (thrown) {
    if (thrown instanceof NameFaults)
      throw new CatalogueFault(...thrown.faults.map(({ path, problem }) => `${path.join('/')}: ${problem}.`));
    throw new CatalogueFault(
      `This is not JSON: ${positionOf(text)}. Often a comma, quote or bracket is missing there.`,
    );
  }
};

/** The catalogue in a JSON text. Throws CatalogueFault. */
export const readCatalogueJson = (text: string): Catalogue => {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CatalogueFault('A catalogue must be a group in { }: that of one site.');
  const unfit = unstorable(value);
  if (unfit.length > 0) throw new CatalogueFault(...unfit);
  const parsed = v.safeParse(CatalogueSchema, value);
  if (!parsed.success) throw new CatalogueFault(...parsed.issues.map((issue) => describeIssue(issue)));
  return parsed.output;
};

/** Throws CatalogueFault unless the site has a valid folder now, on sale by this server or not. */
export const mustHaveFolder = (sites: Sites, site: SiteCode): void => {
  sites.refresh();
  if (sites.find(site) === null || sites.isClosed(site))
    throw new CatalogueFault(
      `${site} has no valid folder in src/sites or SITES_DIR (npm run tool -- new-site ${site}).`,
    );
};

/** The site that a name given by the operator means. Throws CatalogueFault. */
export const readSite = (name: string | undefined): SiteCode => {
  const site = v.safeParse(SiteCodeSchema, name);
  if (!site.success)
    throw new CatalogueFault(
      name === undefined ? 'A table needs its site: --site <code>.' : `There is no site ${name}.`,
    );
  return site.output;
};

/**
 * A file for `importCatalogue`: a whole catalogue as JSON, or a table of timespans of `site`, which changes nothing that `check` warns
 * of. `check` throws, or returns warnings. Throws CatalogueFault.
 */
export const readFile = (
  text: string,
  site: string | undefined,
  check: (catalogue: Catalogue) => Promise<string[]>,
): ((tx: Tx) => Promise<Source>) => {
  const source = text.replace(/^\uFEFF/, '');
  if (/^\s*[{[]/.test(source)) {
    const catalogue = readCatalogueJson(source);
    if (site !== undefined && site !== catalogue.site)
      throw new CatalogueFault(`This is the catalogue of ${catalogue.site}, not of ${site}.`);
    return async () => ({ catalogue, label: (path) => path, warnings: await check(catalogue) });
  }
  const code = readSite(site);
  return async (tx) => {
    const catalogue = await exportCatalogue(tx, code);
    if (!catalogue) throw new CatalogueFault(`${code} has no catalogue yet: import one as JSON first.`);
    await check(catalogue);
    return applySpansCsv(source, catalogue);
  };
};
