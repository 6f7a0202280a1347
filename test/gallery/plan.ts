import { type Lang, langs } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import { type ModeName, modes } from './modes.ts';
import { allScenes, partsOf, type Scene } from './scenes.ts';
import { keyScenesOf } from './walks/site.ts';

/** A picture to take. */
export type Picture = { scene: Scene; site: SiteCode; lang: Lang; mode: ModeName };

const [home] = siteCodes;

/** Sites for scenes that the first site does not have. */
const homes: Partial<Record<Scene, SiteCode>> = {
  'sended-mail.waiting': 'mori',
  'payment.methods': 'softbank',
  'ticket.separate': 'nishinippon-exhibition03',
};
export const homeOf = (scene: Scene): SiteCode => homes[scene] ?? home;

/** Languages in rotation. */
export const langAt = (index: number): Lang => langs[index % langs.length] ?? 'ja';
const onWall = (scene: Scene): boolean => partsOf(scene)[0] === 'signage';
/** A phone's, or the wall's for the screen that hangs there. */
const usualMode = (scene: Scene): ModeName => (onWall(scene) ? 'wall' : 'phone');

/** A picture of a scene on the site that has it. */
export const pictureOf = (scene: Scene, lang: Lang, mode: ModeName = usualMode(scene)): Picture => {
  return { scene, site: homeOf(scene), lang, mode };
};

/** Every scene in every language. */
const everyLanguage = allScenes.flatMap((scene) => langs.map((lang) => pictureOf(scene, lang)));

/** Further modes; two consecutive ones cover wide, narrow and dark. */
const looks = ['desktop-dark', 'narrow', 'desktop', 'narrow-dark'] as const satisfies readonly ModeName[];
const wallLooks = ['wall-dark', 'wall-upright'] as const satisfies readonly ModeName[];

const isPoor = (scene: Scene): boolean => /\.(missing|unreachable)$/.test(scene);
const rich = allScenes.filter((scene) => !scene.startsWith('failure.') && !isPoor(scene));

/** Pairwise: each screen in each further mode, rotating its variants and languages. */
const further = Object.values(Object.groupBy(rich, (scene) => partsOf(scene)[0])).flatMap((variants = [], row) => {
  // A screen with one variant is shown twice.
  const scenes = variants.length > 1 ? variants : [...variants, ...variants];
  return scenes.map((scene, index) => {
    const rotation = onWall(scene) ? wallLooks : looks;
    const mode = rotation[(index + (row % 2) * 2) % rotation.length] ?? 'desktop';
    return pictureOf(scene, langAt(row + index), mode);
  });
});

/** The key screens of every site, in one language each. */
const everySite = siteCodes.flatMap((site, index) =>
  keyScenesOf(site).map((scene): Picture => ({ scene, site, lang: langAt(index), mode: 'phone' })),
);

/** Pages that visitors print, and steps in forced colours. */
const printed = ['ticket.valid', 'ticket.separate', 'receipt.made'] as const;
const forced = ['order.chosen', 'sign-in.errors', 'payment.card', 'confirm.summary', 'ticket.valid'] as const;
const special: Picture[] = [
  ...printed.map((scene, index) => pictureOf(scene, langAt(index), 'print')),
  ...forced.map((scene, index) => pictureOf(scene, langAt(index), 'phone-forced')),
];

const largeModes = ['narrow-large', 'phone-larger', 'phone-large'] as const satisfies readonly ModeName[];

/**
 * Larger text: every screen but the wall's in every language, and each in every of these modes: 200 % in a window of 320 px, 150 %
 * and 200 % on a phone.
 */
export const large: readonly Picture[] = rich
  .filter((scene) => !onWall(scene))
  .flatMap((scene, row) =>
    langs.map((lang, index) => pictureOf(scene, lang, largeModes[(row + index) % largeModes.length])),
  );

export const nameOf = ({ scene, site, lang, mode }: Picture): string => `${scene}--${site}--${lang}--${mode}`;

/** Every picture of the gallery, without duplicates. */
export const plan: readonly Picture[] = [
  ...new Map([...everyLanguage, ...further, ...everySite, ...special].map((one) => [nameOf(one), one])).values(),
];

/** Width of a picture's window, CSS pixels. */
export const widthOf = ({ mode }: Picture): number => modes[mode].size.width;
