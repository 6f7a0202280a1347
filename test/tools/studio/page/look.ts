/** What the page shows, as its address says it: a state or transition, where, and what was taken from there. */
export type Look = {
  /** A chart, a state (`purchase.payment`) or a transition, by its id. */
  readonly goal: string;
  readonly site: string;
  readonly lang: string;
  readonly does: readonly string[];
};

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
  };
};

export const writeLook = ({ goal, site, lang, does }: Look): string =>
  `#${encodeURIComponent(goal)}?${new URLSearchParams([['site', site], ['lang', lang], ...does.map((one) => ['do', one])])}`;

/** The address of the simulated screen alone. */
export const simulatedAddress = ({ goal, site, lang, does }: Look, more: 'quiet' | 'steps' | '' = ''): string =>
  `simulation/index.html?${new URLSearchParams([
    ...[['site', site], ['lang', lang], ['state', goal], ...does.map((one) => ['do', one])],
    ...(more === '' ? [] : [['quiet', '']]),
    ...(more === 'steps' ? [['steps', '']] : []),
    ...(more === 'steps' ? [['steps', '']] : []),
  ])}`;
