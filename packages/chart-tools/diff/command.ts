import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SiteCode } from 'ticket-store/src/domain/site.ts';
import { siteCodes } from 'ticket-store/test/tools/example-sites.ts';
import type { Chart } from '../exports/json.ts';
import { chartsOfSite } from './at-site.ts';
import { compare } from './compare.ts';
import { type Format, formatDifferences, formats, type Labels } from './format.ts';
import { pictureOf } from './picture.ts';
import { chartsAt } from './revision.ts';

const help = `npm run tool -- chart diff                                   the charts as they are, against the last commit (HEAD)
  --from <revision>  --to <revision>            against another revision; between two
npm run tool -- chart diff --site borderless mori          what only one of two sites can reach by its rules
  --machine purchase                            of this chart only
  --format ${formats.join(' | ')}               (default text)
  --folder reports/diff                         where the pictures go, one a chart`;

type Two = { readonly before: readonly Chart[]; readonly after: readonly Chart[]; readonly labels: Labels };

const isOneOf = <T extends string>(all: readonly T[], value: string): value is T => all.some((one) => one === value);
const oneOf = <T extends string>(all: readonly T[], value: string, what: string): T => {
  if (isOneOf(all, value)) return value;
  throw new Error(`There is no ${what} "${value}". There are: ${all.join(', ')}.`);
};

const sitesIn = (names: readonly string[]): readonly [SiteCode, SiteCode] => {
  const [one, other, ...more] = names.map((name) => oneOf(siteCodes, name, 'site'));
  if (one === undefined || other === undefined || more.length > 0)
    throw new Error('--site needs two sites: --site borderless mori.');
  return [one, other];
};

const betweenSites = async (names: readonly string[]): Promise<Two> => {
  const [one, other] = sitesIn(names);
  return {
    before: await chartsOfSite(one),
    after: await chartsOfSite(other),
    labels: { added: `only at ${other}`, removed: `only at ${one}`, changed: 'otherwise' },
  };
};

const betweenRevisions = async (from: string, to: string | undefined, repository: string): Promise<Two> => ({
  before: await chartsAt(from, repository),
  after: await chartsAt(to ?? null, repository),
  labels: { added: 'added', removed: 'removed', changed: 'changed' },
});

const read = (args: readonly string[]) => {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ from: text, to: text, machine: text, format: text, folder: text },
      site: { type: 'string', multiple: true },
      help: { type: 'boolean' },
    },
  });
  if (positionals.length > 0 && values.site === undefined) throw new Error(`What is "${positionals.join(' ')}"?`);
  if (values.site !== undefined && (values.from ?? values.to) !== undefined)
    throw new Error('Either two sites or two revisions.');
  return { ...values, sites: values.site && [...values.site, ...positionals] };
};

/**
 * Runs the command with its arguments: returns the differences as text and writes the pictures. Throws with an explanation if the
 * arguments are invalid or a revision cannot be read.
 */
export const runDiff = async (args: readonly string[], repository: string): Promise<string> => {
  const { from = 'HEAD', to, sites, machine, help: isHelp, folder = 'reports/diff', ...options } = read(args);
  if (isHelp) return help;
  const format: Format = oneOf(formats, options.format ?? 'text', 'format');
  const two = await (sites === undefined ? betweenRevisions(from, to, repository) : betweenSites(sites));
  const names = [...new Set([...two.after, ...two.before].map(({ chart }) => chart))];
  const only = machine === undefined ? names : [oneOf(names, machine, 'chart')];
  const differences = compare(two.before, two.after).filter(({ chart }) => only.includes(chart));
  const target = join(repository, folder);
  rmSync(target, { recursive: true, force: true });
  if (differences.length > 0) mkdirSync(target, { recursive: true });
  const drawn = await Promise.all(
    differences.map(async (difference) => {
      const own = ({ chart }: Chart) => chart === difference.chart;
      const picture = `${folder}/${difference.chart}.svg`;
      writeFileSync(join(repository, picture), await pictureOf(two.before.find(own), two.after.find(own), difference));
      return { difference, picture };
    }),
  );
  return formatDifferences(drawn, two.labels, format);
};
