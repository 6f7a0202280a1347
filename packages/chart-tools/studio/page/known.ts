import type { Facts } from '../facts.ts';
import { chartIn, type Look } from './look.ts';

/** Names that an address may have. */
export type Known = Pick<Facts, 'sites' | 'langs'> & { readonly ids: ReadonlySet<string> };

/** Names of the existing charts, states and transitions, sites and languages. */
export const knownIn = ({ charts, sites, langs }: Facts): Known => ({
  sites,
  langs,
  ids: new Set(
    charts.flatMap(({ graph }) => [graph.id, ...[...graph.states, ...graph.transitions].map(({ id }) => id)]),
  ),
});

/** Replaces unknown parts of an address by those of `standard`, with a sentence about each. */
export const checked = (
  found: Look,
  standard: Look,
  { sites, langs, ids }: Known,
): { look: Look; faults: string[] } => {
  const instead = ids.has(chartIn(found.goal)) ? chartIn(found.goal) : 'app';
  const goal = found.goal === standard.goal || ids.has(found.goal) ? found.goal : instead;
  const site = sites.includes(found.site) ? found.site : standard.site;
  const lang = langs.includes(found.lang) ? found.lang : standard.lang;
  const chart = found.chart.includes('.') || !ids.has(found.chart) ? '' : found.chart;
  const does = found.does.filter((id) => ids.has(id));
  const rows = [
    ['state or transition', found.goal, goal],
    ['site', found.site, site],
    ['language', found.lang, lang],
  ] as const;
  const faults = rows
    .filter(([, named, shown]) => named !== shown)
    .map(([kind, named, shown]) => `There is no ${kind} “${named}”; this is ${shown}.`);
  const unknown = found.does.length - does.length;
  return {
    look: { ...found, goal, site, lang, chart, does },
    faults: [...faults, ...(unknown > 0 ? [`There are no such events: ${unknown} of the address.`] : [])],
  };
};

/** The effect of an address on the simulated screen. */
export type Arrival = {
  /** The state or transition that the site cannot reach. */
  readonly missing: string;
  /** The state that the chart leaves immediately, so that the next one shows. */
  readonly passed: string;
  /** Number of events of the address that cannot happen there. */
  readonly lost: number;
};

/** Sentences about differences between the screen and its address. */
export const noticesOf = (site: string, { missing, passed, lost }: Arrival): string[] => [
  ...(missing === '' ? [] : [`${site} never comes to ${missing}. Choose another site.`]),
  ...(passed === '' ? [] : [`${passed} is left at once; this is where it leads.`]),
  ...(lost === 0 ? [] : [`${lost} of the address’s events cannot happen here.`]),
];
