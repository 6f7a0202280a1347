import type { Facts } from '../facts.ts';
import type { Command, Report } from '../simulation/protocol.ts';
import { type Situation, simulatedAddress } from './look.ts';
import { find, make } from './parts.ts';

type Marked = Report & { readonly mark: string };

const isReport = (data: unknown): data is Marked =>
  typeof data === 'object' && data !== null && 'mark' in data && data.mark === 'ticket-store:simulation';

type Screen = {
  /** Shows where the page is told to look: the simulated screen, or the running shop. */
  readonly open: (look: Situation) => void;
  /** Takes a transition on the simulated screen. */
  readonly press: (arrow: string) => void;
  /** Takes it again as a part of a visit. */
  readonly replay: (arrow: string) => void;
  /** Changes to the simulated screen. */
  readonly simulate: () => void;
  readonly isSimulated: () => boolean;
};

type Listener = {
  readonly report: (what: Report) => void;
  readonly place: (place: Pick<Situation, 'site' | 'lang'>) => void;
};

/** The screen beside the chart. */
export const createScreen = ({ sites, langs }: Facts, { report, place }: Listener): Screen => {
  const frame = find('shop', HTMLIFrameElement);
  const source = find('source', HTMLSelectElement);
  const site = find('site', HTMLSelectElement);
  const lang = find('lang', HTMLSelectElement);
  const options = (values: readonly string[]) => values.map((value) => make('option', { value }, value));
  site.append(...options(sites));
  lang.append(...options(langs));
  let look: Situation = { goal: '', site: sites[0] ?? '', lang: langs[0] ?? '', does: [] };
  const isSimulated = (): boolean => source.value === 'simulated';
  const shopAddress = (): string => `/${look.site === sites[0] ? '' : `${look.site}/`}?inspect&lang=${look.lang}`;
  const address = (): string => (isSimulated() ? simulatedAddress(look) : shopAddress());

  const visit = (): void => frame.contentWindow?.location.replace(new URL(address(), document.baseURI));
  /** Clears the visit's storage after its page has been unloaded, because the page would write it again. */
  const startOver = (): void => {
    const forget = () => {
      sessionStorage.clear();
      visit();
    };
    frame.addEventListener('load', forget, { once: true });
    frame.contentWindow?.location.replace('about:blank');
  };
  const open = (next: Situation): void => {
    const isOther = next.site !== look.site;
    look = next;
    site.value = next.site;
    lang.value = next.lang;
    if (isOther && !isSimulated()) startOver();
    else visit();
  };

  addEventListener('message', ({ origin, source: sender, data }: MessageEvent<unknown>) => {
    if (origin === location.origin && sender === frame.contentWindow && isReport(data)) report(data);
  });
  for (const list of [site, lang]) list.addEventListener('change', () => place({ site: site.value, lang: lang.value }));
  const starting = find('starting', HTMLElement);
  source.addEventListener('change', () => {
    starting.hidden = isSimulated();
    startOver();
  });
  frame.addEventListener('load', () => {
    if (frame.contentDocument?.URL !== 'about:blank') starting.hidden = true;
  });
  find('window', HTMLButtonElement).addEventListener('click', () =>
    window.open(address(), '_blank', 'width=430,height=900'),
  );
  find('again', HTMLButtonElement).addEventListener('click', () => {
    if (isSimulated()) place({ site: site.value, lang: lang.value });
    else startOver();
  });
  const command = (kind: Command['kind'], arrow: string): void => {
    const sent: Command = { kind, arrow };
    frame.contentWindow?.postMessage(sent, location.origin);
  };
  return {
    open,
    press: (arrow) => command('press', arrow),
    replay: (arrow) => command('replay', arrow),
    simulate: () => {
      source.value = 'simulated';
    },
    isSimulated,
  };
};
