import '#test/api/kit/day.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import type { Lang } from '#src/domain/lang.ts';
import { foundIn, type ProcessPage, walkJob } from '#test/gallery/camera.ts';
import { langAt, large, nameOf, type Picture, pictureOf } from '#test/gallery/plan.ts';
import { allScenes, partsOf, type Scene } from '#test/gallery/scenes.ts';
import { keyScenesOf } from '#test/gallery/walks/site.ts';
import { jobsOf, walks } from '#test/gallery/walks.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import { sampled } from '#test/tools/sample.ts';

/** Compares screens with the accepted pictures; with ACCEPT=1 the current ones are accepted (test/README.md). */
const accepted = fileURLToPath(new URL('../gallery/references/', import.meta.url));
const reports = fileURLToPath(new URL('../../reports/pictures/', import.meta.url));

/** All scenes of a walk are compared in one language, so that it runs once. */
const langOf = (scene: Scene): Lang => {
  const shown: readonly (readonly Scene[])[] = Object.values(walks).map(({ scenes }) => scenes);
  return langAt(shown.findIndex((scenes) => scenes.includes(scene)));
};
const firstVariants = Object.values(Object.groupBy(allScenes, (scene) => partsOf(scene)[0])).flatMap(([first] = []) =>
  first && !first.startsWith('failure.') ? [pictureOf(first, langOf(first))] : [],
);
const looks = (
  [
    ['order.chosen', 'desktop'],
    ['order.sold-out', 'phone'],
    ['payment.card', 'phone-dark'],
    ['confirm.summary', 'desktop-dark'],
    ['ticket.parts', 'narrow-dark'],
    ['ticket.separate', 'desktop'],
    ['receipt.made', 'print'],
    ['send.checking', 'phone'],
    ['changedate.chosen', 'phone-dark'],
    ['signage.today', 'wall-upright'],
  ] as const
).map(([scene, mode]) => pictureOf(scene, langOf(scene), mode));
const everySite = siteCodes
  .slice(1)
  .flatMap((site, index) =>
    [keyScenesOf(site)[0], 'ticket.valid' as const].map(
      (scene): Picture => ({ scene, site, lang: langAt(index), mode: 'phone' }),
    ),
  );
const compared: readonly Picture[] = [...firstVariants, ...looks, ...everySite];

/** Device pixel ratio: half the size is enough to see a line that is missing, and the folder stays small. */
const scale = 0.5;
/** Tolerated colour difference, 0 to 1, and share of differing pixels, because antialiasing varies. */
const threshold = 0.15;
const allowed = 0.001;

/** Fonts of one Debian package for all languages, so that a machine's other fonts have no effect. */
const fonts = Object.entries({
  ':is(:root, :root *)': 'JP',
  ':lang(zh-Hans)': 'SC',
  ':lang(ko)': 'KR',
  ':lang(zh-Hant)': 'TC',
})
  .map(([elements, script]) => {
    const sans = `"Noto Sans CJK ${script}"`;
    return `${elements} { --sans: ${sans}; --serif: ${sans}; --mono: "Noto Sans Mono CJK ${script}" }`;
  })
  .join('\n');

const capture = async (page: Page): Promise<Buffer> => {
  // the page's policy would block a style element
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, fonts);
  // other letters change the height of the bottom bar, and the page adjusts its padding a moment later
  await page.waitForFunction(() => {
    const bar = document.querySelector<HTMLElement>('.bottom-bar');
    return !bar || document.documentElement.style.getPropertyValue('--bottom') === `${bar.offsetHeight}px`;
  });
  // the last press left the pointer over whatever stands there now
  await page.mouse.move(0, 0);
  // a new screen scrolls to its top a moment after it came; a scene that stands further down is taken as it is
  await page.waitForFunction(() => scrollY === 0, undefined, { timeout: 1_000 }).catch(() => undefined);
  const random = [
    page.getByText(/\b[\dA-Z]{4}([- ][\dA-Z]{4}){2,}\b|\*+@/),
    page.locator('svg.qr, iframe, input[readonly], .as-of, .wall > header, .wall > footer'),
  ];
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide', mask: random, maskColor: '#999' });
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return picture;
};

/** Share of differing pixels (1 if the sizes differ by more than rounding), and a picture of the differences. */
const differ = (one: Buffer, other: Buffer): { share: number; difference?: Buffer } => {
  const [a, b] = [PNG.sync.read(one), PNG.sync.read(other)];
  const { width } = a;
  if (b.width !== width || Math.abs(a.height - b.height) > 1) return { share: 1 };
  const height = Math.min(a.height, b.height);
  const all = width * height;
  const difference = new PNG({ width, height });
  const [left, right] = [a.data.subarray(0, all * 4), b.data.subarray(0, all * 4)];
  const dots = pixelmatch(left, right, difference.data, width, height, { threshold });
  return { share: dots / all, difference: PNG.sync.write(difference) };
};

if (process.env.ACCEPT) {
  rmSync(accepted, { recursive: true, force: true });
  mkdirSync(accepted, { recursive: true });
}

describe('screens match the accepted pictures', () => {
  it.each(sampled('pictures', [jobsOf(compared)]))('$name', async (job) => {
    const others: string[] = [];
    const compare: ProcessPage = async ({ page }, picture) => {
      const name = nameOf(picture);
      const now = await capture(page);
      const reference = `${accepted}${name}.png`;
      if (process.env.ACCEPT) writeFileSync(reference, now);
      const { share, difference } = existsSync(reference) ? differ(readFileSync(reference), now) : { share: 1 };
      if (share <= allowed) return;
      mkdirSync(reports, { recursive: true });
      writeFileSync(`${reports}${name}.png`, now);
      if (difference) writeFileSync(`${reports}${name}.difference.png`, difference);
      others.push(`${name}: ${(share * 100).toFixed(2)} % differ`);
    };
    await walkJob(job, compare, scale);
    expect(others, 'see reports/pictures').toEqual([]);
  });

  it('of which there is one each', () => {
    expect(readdirSync(accepted).toSorted()).toEqual(compared.map((picture) => `${nameOf(picture)}.png`).toSorted());
  });
});

it.each(sampled('large text', [jobsOf(large)]))(
  'text at 200 % in a window of 320 px, and at 150 % and 200 % on a phone is not cut off and does not overlap: $name',
  async (job) => {
    expect(foundIn(await walkJob(job, async () => undefined, 1))).toEqual([]);
  },
);
