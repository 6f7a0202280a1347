import type { Facts } from '../facts.ts';
import type { Command, Report } from '../simulation/protocol.ts';
import { type Situation, simulatedAddress } from './look.ts';
import { find, make } from './parts.ts';

type Marked = Report & { readonly mark: string };

const isReport = (data: unknown): data is Marked =>
  typeof data === 'object' && data !== null && 'mark' in data && data.mark === 'ticket-store:simulation';

type Screen = {
  /** Shows a situation on the simulated screen. */
  readonly open: (look: Situation) => void;
  /** Takes a transition on the simulated screen. */
  readonly press: (arrow: string) => void;
};

type Listener = {
  readonly report: (what: Report) => void;
  readonly place: (place: Pick<Situation, 'site' | 'lang'>) => void;
};

/** The screen beside the chart. */
export const createScreen = ({ sites, langs }: Facts, { report, place }: Listener): Screen => {
  const frame = find('shop', HTMLIFrameElement);
  const site = find('site', HTMLSelectElement);
  const lang = find('lang', HTMLSelectElement);
  const options = (values: readonly string[]) => values.map((value) => make('option', { value }, value));
  site.append(...options(sites));
  lang.append(...options(langs));
  let address = '';
  const chosen = () => place({ site: site.value, lang: lang.value });

  addEventListener('message', ({ origin, source: sender, data }: MessageEvent<unknown>) => {
    if (origin === location.origin && sender === frame.contentWindow && isReport(data)) report(data);
  });
  for (const list of [site, lang]) list.addEventListener('change', chosen);
  find('window', HTMLButtonElement).addEventListener('click', () =>
    window.open(address, '_blank', 'width=430,height=900'),
  );
  find('again', HTMLButtonElement).addEventListener('click', chosen);
  return {
    open: (look) => {
      address = simulatedAddress(look);
      site.value = look.site;
      lang.value = look.lang;
      frame.contentWindow?.location.replace(new URL(address, document.baseURI));
    },
    press: (arrow) => {
      const sent: Command = { kind: 'press', arrow };
      frame.contentWindow?.postMessage(sent, location.origin);
    },
  };
};
