/**
 * `npm run tool -- effort`: what a purchase costs a visitor's hand on a phone, site by site: taps, typed fields, pages, scrolling,
 * the share of fixed bars, and where the ticket's code is. `-- <site> …` measures some; `--height 844`, `--lang en`, `--uses` lists
 * each use; `--wallet apple_pay` pays by a wallet on the customer's form. Needs a build and Chromium.
 */
import '#test/api/kit/day.ts';
import * as v from 'valibot';
import { langs } from '#src/domain/lang.ts';
import { expressWallets } from '#src/domain/payment.ts';
import { startOwnShop } from '#test/browser/kit/host.ts';
import { endBrowser, openLane } from '#test/browser/kit/lane.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import { measure } from './effort/purchase.ts';
import { parseOptions } from './parse-options.ts';

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: {
    height: { type: 'string', default: '664' },
    lang: { type: 'string', default: 'ja' },
    wallet: { type: 'string' },
    uses: { type: 'boolean', default: false },
  },
});
const lang = v.parse(v.picklist(langs), values.lang);
const height = v.parse(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(320)), values.height);
const wallet = values.wallet === undefined ? null : v.parse(v.picklist(expressWallets), values.wallet);
const sites = positionals.length > 0 ? positionals.map((code) => v.parse(v.picklist(siteCodes), code)) : siteCodes;

const shop = await startOwnShop();
const lane = await openLane(shop);
const percent = (share: number) => `${Math.round(share * 100)} %`;
const head = ['site', 'taps', 'fields', 'pages', 'height', 'scrolled', 'bars', 'code top', 'bottom', 'width'];
const line = (cells: readonly (string | number)[]) =>
  console.log(cells.map((cell, at) => (at === 0 ? String(cell).padEnd(26) : String(cell).padStart(9))).join(''));

console.log(
  `A purchase on a phone, 390 × ${height}, ${lang}. Height and scrolled are in screens, the code's place in pixels.\n`,
);
line(head);
try {
  for (const site of sites) {
    const { effort, code } = await measure({ shop, lane }, { site, lang }, height, wallet);
    line([
      ...[site, effort.taps, effort.fields, effort.pages, effort.height.toFixed(1), effort.scrolled.toFixed(1)],
      ...[percent(effort.bars), code.top, code.bottom, code.width],
    ]);
    if (values.uses) console.log(`  ${effort.uses.join(' · ')}`);
  }
} finally {
  await lane.close();
  await endBrowser();
}
