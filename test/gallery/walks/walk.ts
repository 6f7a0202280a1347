import type { Lang } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import type { Host } from '#test/browser/kit/host.ts';
import { rootOf } from '#test/browser/kit/site-walk.ts';
import type { Visitor } from '#test/browser/kit/visitor.ts';
import type { Scene } from '../scenes.ts';

/** The visitor of a walk, with shop, language and site. */
export type Guide = { visitor: Visitor; shop: Shop & Host; lang: Lang; site: SiteCode };

/** Walks through the shop by visible controls; yields at each scene and continues on request. */
export type Walk<S extends Scene = Scene> = (guide: Guide) => AsyncGenerator<S, void>;

/** Opens an address of the site as an external link does, and waits for its state; the tab's storage stays. */
export const arrive = async ({ visitor, shop, lang, site }: Guide, hash = '', state?: string): Promise<void> => {
  await visitor.page.goto(`${rootOf(shop, site)}/?lang=${lang}${hash}`);
  await (state === undefined ? visitor.page.locator('h1').waitFor() : visitor.at(state));
};

/** Clears the tab's storage when the page is left: until then the shop would store its snapshot again. */
export const forget = ({ page }: Visitor): Promise<void> =>
  page.evaluate(() => {
    addEventListener('pagehide', () => sessionStorage.clear());
  });
