import type { Facts } from '../facts.ts';
import { chartIn, type Look } from './look.ts';

/** Names that an address may have. */
export type Known = Pick<Facts, 'sites' | 'langs'> & { readonly ids: ReadonlySet<string> };

/** The charts, states and transitions that there are, and where they can be shown. */
export const knownIn = ({ charts, sites, langs }: Facts): Known => ({
  sites,
  langs,
  ids: new Set(
    charts.flatMap(({ graph }) => [graph.id, ...[...graph.states, ...graph.transitions].map(({ id }) => id)]),
  ),
});

/** An address with `standard` in place of what there is not, and a sentence about each of these. */
export const checked = (
  found: Look,
  standard: Look,
  { sites, langs, ids }: Known,
): { look: Look; faults: string[] } => {
  const instead = ids.has(chartIn(found.goal)) ? chartIn(found.goal) : standard.goal;
  const goal = ids.has(found.goal) ? found.goal : instead;
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
  /** The site never comes to this state or transition. */
  readonly missing: string;
  /** This state is left at once, so that the next one shows. */
  readonly passed: string;
  /** So many events of the address cannot happen there. */
  readonly lost: number;
};

/** Sentences about what the screen does not show as its address says. */
export const noticesOf = (site: string, { missing, passed, lost }: Arrival): string[] => [
  ...(missing === '' ? [] : [`${site} never comes to ${missing}. Choose another site.`]),
  ...(passed === '' ? [] : [`${passed} is left at once; this is where it leads.`]),
  ...(lost === 0 ? [] : [`${lost} of the address’s events cannot happen here.`]),
];
