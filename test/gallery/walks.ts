import { homeOf, type Picture } from './plan.ts';
import { failureScenes, type Scene } from './scenes.ts';
import { changeScenes, changes } from './walks/changes.ts';
import { mail, mailScenes, methodScenes, methods } from './walks/elsewhere.ts';
import { failing } from './walks/failures.ts';
import { handing, handingScenes } from './walks/handing.ts';
import { order, orderScenes } from './walks/order.ts';
import { purchase, purchaseScenes } from './walks/purchase.ts';
import { secondaryPages, secondaryScenes } from './walks/secondary-pages.ts';
import { key, keyScenesOf } from './walks/site.ts';
import { ticketScenes, tickets } from './walks/tickets.ts';
import { time, timeScenes } from './walks/time.ts';
import type { Walk } from './walks/walk.ts';
import { walletScenes, wallets } from './walks/wallets.ts';

type GalleryWalk = {
  /** The scenes that it shows, each once. */
  scenes: readonly Scene[];
  go: Walk;
  /** The page's clock is controlled. */
  isTimed?: true;
};

/** Every walk through the shop with its scenes; each scene belongs to one walk. */
export const walks = {
  purchase: { scenes: purchaseScenes, go: purchase },
  order: { scenes: orderScenes, go: order },
  changes: { scenes: changeScenes, go: changes },
  time: { scenes: timeScenes, go: time, isTimed: true },
  tickets: { scenes: ticketScenes, go: tickets },
  handing: { scenes: handingScenes, go: handing },
  secondary: { scenes: secondaryScenes, go: secondaryPages },
  mail: { scenes: mailScenes, go: mail },
  methods: { scenes: methodScenes, go: methods },
  failures: { scenes: failureScenes, go: failing },
  wallets: { scenes: walletScenes, go: wallets },
} as const satisfies Record<string, GalleryWalk>;

/** A walk in one language, with the pictures to take on it. */
export type Job = Pick<Picture, 'site' | 'lang'> & { name: string; go: Walk; isTimed: boolean; pictures: Picture[] };

const rows: readonly (GalleryWalk & { name: string })[] = Object.entries(walks).map(([name, row]) => ({
  name,
  ...row,
}));

/** Pictures of other sites than the scene's own are taken on a walk of that site. */
const rowOf = ({ scene, site }: Picture): GalleryWalk & { name: string } => {
  const row = site === homeOf(scene) ? rows.find(({ scenes }) => scenes.includes(scene)) : undefined;
  return row ?? { name: `key screens of ${site}`, scenes: keyScenesOf(site), go: key };
};

/** The walks that show these pictures, one for each language, the long ones first. */
export const jobsOf = (pictures: readonly Picture[]): Job[] => {
  const groups = Object.groupBy(pictures, (one) => `${rowOf(one).name} in ${one.lang}`);
  return Object.entries(groups)
    .flatMap(([name, some = []]) => {
      const [first] = some;
      if (!first) return [];
      const { go, isTimed = false } = rowOf(first);
      return [{ name, go, isTimed, site: first.site, lang: first.lang, pictures: some }];
    })
    .toSorted((one, other) => other.pictures.length - one.pictures.length);
};
