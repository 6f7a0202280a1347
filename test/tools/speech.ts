/** `npm run tool -- speech`: rewrites the announcements of a purchase (test/browser/speech). Needs a build and Chromium. */
import '#test/api/kit/day.ts';
import { langs } from '#src/domain/lang.ts';
import { startOwnShop } from '#test/browser/kit/host.ts';
import { endBrowser, openLane } from '#test/browser/kit/lane.ts';
import { listenToPurchase, writeReference } from '#test/browser/kit/speech-purchase.ts';

const lane = await openLane(await startOwnShop());
try {
  for (const lang of langs) {
    const text = await listenToPurchase(lane, lang);
    writeReference(lang, text);
    console.log(`test/browser/speech/${lang}.txt: ${text.split('\n').length} lines`);
  }
} finally {
  await lane.close();
  await endBrowser();
}
