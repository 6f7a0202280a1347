/**
 * `npm run gallery`: pictures of every screen in every spoken language, phone and desktop, and of every failure, into
 * reports/gallery.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { failureCodes } from '#src/domain/failures.ts';
import { spokenLangs } from '#src/domain/lang.ts';
import { fail } from '#test/browser/kit/failures.ts';
import { startOwnShop } from '#test/browser/kit/host.ts';
import { devices, openLane } from '#test/browser/kit/lane.ts';
import { tour } from '#test/browser/kit/tour.ts';
import { unroll } from '#test/browser/kit/unroll.ts';
import type { Visitor } from '#test/browser/kit/visitor.ts';
import { type Shot, sheet } from './sheet.ts';

const folder = fileURLToPath(new URL('../../reports/gallery/', import.meta.url));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const shop = await startOwnShop();
const lane = await openLane(shop);
const shots: Shot[] = [];

/** What is in the window now. */
const shoot = async ({ page, state }: Visitor, shot: Omit<Shot, 'file' | 'state'>): Promise<void> => {
  const file = `${shot.scene}-${shot.lang}-${shot.device}.png`;
  await page.screenshot({ path: folder + file, animations: 'disabled', caret: 'hide' });
  shots.push({ ...shot, file, state: await state() });
};

/** The whole screen, in a window as high as it is. */
const shootScreen = async (visitor: Visitor, shot: Omit<Shot, 'file' | 'state'>): Promise<void> => {
  const { viewport } = devices[shot.device];
  await unroll(visitor.page, viewport);
  await shoot(visitor, shot);
  await visitor.page.setViewportSize(viewport);
};

/** Each row of the failure table by the way that its test goes. */
const shootFailures = async (): Promise<void> => {
  const [lang, device] = ['ja', 'phone'] as const;
  const visitor = await lane.visit({ device, lang });
  const someone = { visitor, shop, lang };
  for (const code of failureCodes) {
    const { reach, place } = await fail(code, someone);
    await place.evaluate((said) => said.scrollIntoView({ block: 'center' }));
    await shoot(visitor, { part: 'Failures', scene: code, lang, device });
    await reach.goOn(someone);
    await visitor.at(reach.leadsTo);
  }
  await lane.leave();
  console.log(`failures: ${failureCodes.length} pictures`);
};

try {
  for (const lang of spokenLangs) {
    for (const device of ['phone', 'desktop'] as const) {
      const visitor = await lane.visit({ device, lang });
      for await (const scene of tour(visitor, shop))
        await shootScreen(visitor, { part: 'Screens', scene, lang, device });
      await lane.leave();
      console.log(`${lang} ${device}: ${shots.length} pictures`);
    }
  }
  await shootFailures();
} finally {
  writeFileSync(`${folder}index.html`, sheet(shots));
  await lane.close();
}
console.log(`Open ${folder}index.html`);
