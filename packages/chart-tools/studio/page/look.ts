/** A state or transition on the screen, its site and language, and the transitions taken from there. */
export type Situation = {
  /** A chart, a state (`purchase.payment`) or a transition, by its id; '' for the store as it opens. */
  readonly goal: string;
  readonly site: string;
  readonly lang: string;
  readonly does: readonly string[];
};

/** The page as its address describes it. */
export type Look = Situation & {
  /** The chart that is open, where it is not that of the goal; '' otherwise. */
  readonly chart: string;
};

/** The page of an empty address. */
export const standardLook = (site: string): Look => ({ goal: '', site, lang: 'en', does: [], chart: '' });

/** The chart that an id belongs to. */
export const chartIn = (id: string): string => id.split(/[. ]/, 1)[0] ?? '';

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};

/** Reads an address's hash; missing values come from `standard`. */
export const readLook = (hash: string, standard: Look): Look => {
  const [goal = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const params = new URLSearchParams(query);
  return {
    goal: decoded(goal) || standard.goal,
    site: params.get('site') ?? standard.site,
    lang: params.get('lang') ?? standard.lang,
    does: params.getAll('do'),
    chart: params.get('chart') ?? standard.chart,
  };
};

export const writeLook = ({ goal, site, lang, does, chart }: Look): string => {
  const rows = chart === '' ? [] : [['chart', chart]];
  return `#${encodeURIComponent(goal)}?${new URLSearchParams([['site', site], ['lang', lang], ...does.map((one) => ['do', one]), ...rows])}`;
};

/** The address of the simulated screen alone. */
export const simulatedAddress = ({ goal, site, lang, does }: Situation): string =>
  `simulation/index.html?${new URLSearchParams([
    ...[['site', site], ['lang', lang], ['state', goal], ...does.map((one) => ['do', one])],
  ])}`;
