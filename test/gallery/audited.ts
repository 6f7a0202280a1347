import type { Lang } from '#src/domain/lang.ts';
import { homeOf, type Picture } from './plan.ts';
import { allScenes, partsOf } from './scenes.ts';

const languages = ['ja', 'en'] as const satisfies readonly Lang[];

/** Every scene, with what opens on it, in two languages: what the auditors judge (test/browser/auditors.test.ts). */
export const audited: readonly Picture[] = allScenes.flatMap((scene) =>
  languages.map(
    (lang): Picture => ({
      scene,
      site: homeOf(scene),
      lang,
      mode: partsOf(scene)[0] === 'signage' ? 'wall' : 'phone',
    }),
  ),
);
