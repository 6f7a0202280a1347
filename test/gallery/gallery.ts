/** `npm run gallery`: pictures of every screen in every spoken language, phone and desktop, into reports/gallery. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { spokenLangs } from '#src/domain/lang.ts';
import { startOwnShop } from '#test/browser/kit/host.ts';
import { devices, openLane } from '#test/browser/kit/lane.ts';
import { tour } from '#test/browser/kit/tour.ts';
import { unroll } from '#test/browser/kit/unroll.ts';
import { type Shot, sheet } from './sheet.ts';

const folder = fileURLToPath(new URL('../../reports/gallery/', import.meta.url));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const shop = await startOwnShop();
const lane = await openLane(shop);
const shots: Shot[] = [];
try {
  for (const lang of spokenLangs) {
    for (const device of ['phone', 'desktop'] as const) {
      const visitor = await lane.visit({ device, lang });
      for await (const scene of tour(visitor, shop)) {
        const file = `${scene}-${lang}-${device}.png`;
        await unroll(visitor.page, devices[device].viewport);
        await visitor.page.screenshot({ path: folder + file, animations: 'disabled', caret: 'hide' });
        await visitor.page.setViewportSize(devices[device].viewport);
        shots.push({ file, scene, lang, device, state: await visitor.state() });
      }
      await lane.leave();
      console.log(`${lang} ${device}: ${shots.length} pictures`);
    }
  }
} finally {
  writeFileSync(`${folder}index.html`, sheet(shots));
  await lane.close();
}
console.log(`Open ${folder}index.html`);
