import type { Facts } from '../facts.ts';
import type { ExecutedStep } from '../simulation/protocol.ts';
import type { Live } from './live.ts';
import { type Situation, simulatedAddress } from './look.ts';
import { button, find, make } from './parts.ts';
import { pathFileOf, readVisit, type Visit, visitOf } from './visit.ts';

/** Longest pause between two steps of a replay, ms. */
const longest = 700;

type Page = {
  readonly live: Live;
  readonly look: () => Situation;
  /** Opens a place again; resolves when its screen stands. */
  readonly open: (look: Situation) => Promise<void>;
  /** Takes a transition again; resolves with whether that was possible. */
  readonly replay: (arrow: string) => Promise<boolean>;
  /** The address now stands for these transitions. */
  readonly arrived: (does: readonly string[]) => void;
};

const save = (name: string, type: string, text: string): void => {
  const link = make('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
};

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const isSteps = (data: unknown): data is { readonly steps: readonly ExecutedStep[] } =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'steps';

/** Executes an address in a frame of its own; with the sample shop's payloads, so that nothing that was typed gets out. */
const stepsOf = (look: Situation): Promise<readonly ExecutedStep[]> =>
  new Promise((resolve) => {
    const frame = make('iframe', { title: '', hidden: '' });
    const listen = ({ source, data }: MessageEvent<unknown>): void => {
      if (source !== frame.contentWindow || !isSteps(data)) return;
      removeEventListener('message', listen);
      frame.remove();
      resolve(data.steps);
    };
    addEventListener('message', listen);
    frame.src = simulatedAddress(look, 'steps');
    document.body.append(frame);
  });

/** The drawn chart with its style, as a file of its own. */
const saveChart = async (): Promise<void> => {
  const svg = document.querySelector('#canvas svg')?.cloneNode(true);
  if (!(svg instanceof SVGSVGElement)) return;
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  style.textContent = await (await fetch('page.css')).text();
  svg.style.transform = '';
  svg.prepend(style);
  save(`${svg.dataset.chart ?? 'chart'}.svg`, 'image/svg+xml', new XMLSerializer().serializeToString(svg));
};

/** Writes a visit as a file for Playwright. Throws with what it cannot walk. */
const playwrightFile = async (visit: Visit): Promise<string> => {
  const response = await fetch('visit', { method: 'POST', body: JSON.stringify(visit) });
  const { file, fault }: { readonly file?: string; readonly fault?: string } = await response.json();
  if (file === undefined) throw new Error(fault);
  return file;
};

/** Saves the visit on the screen, as a file to replay, a test or a picture, and replays saved ones. */
export const createVisits = (facts: Facts, { live, look, open, replay, arrived }: Page): void => {
  const status = find('replay', HTMLElement);
  const input = make('input', { type: 'file', accept: '.json', hidden: '', 'aria-label': 'A saved visit' });

  const play = async ({ site, lang, steps }: Visit): Promise<void> => {
    await open({ goal: 'app', site, lang, does: [] });
    const does: string[] = [];
    let lost = 0;
    let last = 0;
    for (const [at, { after, arrows, event }] of steps.entries()) {
      status.textContent = `${at + 1} of ${steps.length} · ${(after / 1000).toFixed(1)} s · ${event}`;
      await pause(Math.min(longest, Math.max(0, after - last)));
      last = after;
      for (const arrow of arrows) {
        if (await replay(arrow)) does.push(arrow);
        else lost += 1;
      }
    }
    arrived(does);
    status.textContent =
      lost === 0 ? `Replayed: ${steps.length} events` : `Replayed, but ${lost} transitions are not possible here`;
  };
  /** Reports beside the buttons what went wrong. */
  const reporting = async (doing: () => Promise<unknown>): Promise<void> => {
    try {
      await doing();
    } catch (thrown) {
      status.textContent = thrown instanceof Error ? thrown.message : String(thrown);
    }
  };
  input.addEventListener('change', async () => {
    const [file] = input.files ?? [];
    input.value = '';
    if (file) await reporting(async () => play(readVisit(await file.text(), facts)));
  });

  const visit = (): Visit => visitOf(live.visit(), look());
  const buttons = [
    button(
      { class: 'tool', title: 'Which transitions were taken when; nothing that was typed' },
      () => save('visit.json', 'application/json', `${JSON.stringify(visit(), null, 1)}\n`),
      'Save the visit',
    ),
    button({ class: 'tool' }, () => input.click(), 'Replay a visit …'),
    button(
      { class: 'tool', title: 'A file for test/paths' },
      async () => {
        const does = visit().steps.flatMap(({ arrows }) => arrows);
        const steps = await stepsOf({ ...look(), goal: 'app', does });
        save('visit.path.test.ts', 'text/plain', pathFileOf(`a visit of ${look().site}`, steps));
      },
      'Visit as a test',
    ),
    button(
      { class: 'tool', title: 'A file for @playwright/test, which has its own replies' },
      () => reporting(async () => save('visit.spec.ts', 'text/plain', await playwrightFile(visit()))),
      'Visit for Playwright',
    ),
    button({ class: 'tool', title: 'The chart with the way through it' }, () => void saveChart(), 'Picture'),
  ];
  find('visit', HTMLElement).replaceChildren(...buttons, input);
};
