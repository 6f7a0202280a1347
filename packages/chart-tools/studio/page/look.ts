/** What the screen shows: a state or transition, where, and what was taken from there. */
export type Situation = {
  /** A chart, a state (`purchase.payment`) or a transition, by its id. */
  readonly goal: string;
  readonly site: string;
  readonly lang: string;
  readonly does: readonly string[];
};

export const views = ['chart', 'screens', 'changes'] as const;
export type View = (typeof views)[number];

/** What the page shows, as its address says it. */
export type Look = Situation & {
  readonly view: View;
  /** The chart that is open, where it is not that of the goal; '' otherwise. */
  readonly chart: string;
  /** The earlier revision of the changes; '' for the one before the last. */
  readonly since: string;
  /** The part of the chart that is seen (`Pan`); '' for all of it. */
  readonly part: string;
};

/** What the page shows when its address says nothing. */
export const standardLook = (site: string): Look => ({
  ...{ goal: 'app', site, lang: 'en', does: [] },
  ...{ view: 'chart', chart: '', since: '', part: '' },
});

/** The chart that an id belongs to. */
export const chartIn = (id: string): string => id.split(/[. ]/, 1)[0] ?? '';

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};

/** Reads an address's hash; what is missing comes from `standard`. */
export const readLook = (hash: string, standard: Look): Look => {
  const [goal = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const params = new URLSearchParams(query);
  return {
    goal: decoded(goal) || standard.goal,
    site: params.get('site') ?? standard.site,
    lang: params.get('lang') ?? standard.lang,
    does: params.getAll('do'),
    view: views.find((view) => view === params.get('view')) ?? standard.view,
    chart: params.get('chart') ?? standard.chart,
    since: params.get('since') ?? standard.since,
    part: params.get('part') ?? standard.part,
  };
};

export const writeLook = ({ goal, site, lang, does, view, chart, since, part }: Look): string => {
  const more = { ...(view === 'chart' ? {} : { view }), chart, ...(view === 'changes' ? { since } : {}), part };
  const rows = Object.entries(more).filter(([, value]) => value !== '');
  return `#${encodeURIComponent(goal)}?${new URLSearchParams([['site', site], ['lang', lang], ...does.map((one) => ['do', one]), ...rows])}`;
};

/** The address of the simulated screen alone. */
export const simulatedAddress = ({ goal, site, lang, does }: Situation, more: 'quiet' | 'steps' | '' = ''): string =>
  `simulation/index.html?${new URLSearchParams([
    ...[['site', site], ['lang', lang], ['state', goal], ...does.map((one) => ['do', one])],
    ...(more === '' ? [] : [['quiet', '']]),
    ...(more === 'steps' ? [['steps', '']] : []),
  ])}`;
