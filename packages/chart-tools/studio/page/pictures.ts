import type { Facts, PictureFacts } from '../facts.ts';
import { button, make } from './parts.ts';

const addressOf = ({ file }: PictureFacts): string => `gallery/${file}`;

/** The pictures of a scene in each language, for the one site and look that has most of them, preferring the phone's look. */
const inEachLanguage = (pictures: readonly PictureFacts[], langs: readonly string[]): PictureFacts[] => {
  const rows = Object.values(Object.groupBy(pictures, ({ site, look }) => `${site} ${look}`)).map((row = []) => row);
  const [best = []] = rows.toSorted(
    (a, b) => b.length - a.length || Number(b[0]?.look === 'phone') - Number(a[0]?.look === 'phone'),
  );
  return langs.flatMap((lang) => best.find((one) => one.lang === lang) ?? []);
};

const large = (dialog: HTMLDialogElement, scene: string, row: readonly PictureFacts[]): void => {
  const close = button({ class: 'tool', 'aria-label': 'Close' }, () => dialog.close(), '×');
  const figures = row.map((one) =>
    make(
      'figure',
      {},
      make('figcaption', {}, one.lang),
      make('img', { src: addressOf(one), alt: `${scene} in ${one.lang}` }),
    ),
  );
  dialog.replaceChildren(
    make('div', { class: 'bar' }, make('h2', {}, scene), close),
    make('div', { class: 'side' }, ...figures),
  );
  dialog.showModal();
};

const nothing = (): HTMLElement =>
  make(
    'p',
    { class: 'hint' },
    'No pictures yet: ',
    make('code', {}, 'npm run build && npm run tool -- gallery'),
    ' takes them.',
  );

/**
 * The screens of a state side by side in each language, one variant at a time; `path` is joined as in `data-state`. Without
 * pictures, the element names the command that makes them.
 */
export const picturesOf = (facts: Facts, path: string, dialog: HTMLDialogElement): HTMLElement => {
  if (facts.pictures.length === 0) return nothing();
  const here = facts.pictures.filter(({ state }) => state === path || state.startsWith(`${path}.`));
  const scenes = Object.entries(Object.groupBy(here, ({ scene }) => scene));
  if (scenes.length === 0) return make('p', { class: 'hint' }, 'The gallery has no picture of this state.');
  const row = make('div', { class: 'pictures' });
  const chips = scenes.map(([scene, pictures = []]) => {
    const best = inEachLanguage(pictures, facts.langs);
    const show = (): void => {
      for (const other of chips) other.setAttribute('aria-pressed', String(other === chip));
      row.replaceChildren(
        ...best.map((one) =>
          button(
            { 'aria-label': `${scene} in ${one.lang}, larger` },
            () => large(dialog, scene, best),
            make('img', { src: addressOf(one), alt: '', loading: 'lazy' }),
            make('span', {}, one.lang),
          ),
        ),
      );
    };
    const chip = button({ class: 'tool', 'aria-pressed': 'false' }, show, scene.slice(scene.indexOf('.') + 1));
    return chip;
  });
  chips[0]?.click();
  return make(
    'div',
    { class: 'seen' },
    make('div', { class: 'variants', role: 'group', 'aria-label': 'Variants' }, ...chips),
    row,
  );
};
