import * as v from 'valibot';
import { htmlLang } from '#src/domain/lang.ts';
import { SiteCodeSchema } from '#src/domain/site.ts';
import { pageDay } from '#test/api/kit/day.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { smallTargets } from '#test/browser/kit/auditors.ts';
import { startOwnShop } from '#test/browser/kit/host.ts';
import { openLane } from '#test/browser/kit/lane.ts';
import type { Visitor } from '#test/browser/kit/visitor.ts';
import { readCatalogue } from '#test/house/messages.ts';
import { judge } from './checks.ts';
import { look } from './look.ts';
import { enter } from './modes.ts';
import { nameOf, type Picture, widthOf } from './plan.ts';
import { type Scene, stateOf } from './scenes.ts';
import type { Job } from './walks.ts';

/** A picture with the charts' state and the findings. */
export type Shot = Picture & { state: string; findings: string[] };

const ids = new Set(Object.keys(readCatalogue('en')));

/** Scenes in which the page is still loading something. */
const unfinished: readonly Scene[] = ['order.searching', 'order.placing', 'resuming.reading'];

/** Pages that are shown at the gate, without a request for consent (docs/product.md#consent). */
const atGate = /^(ticket|shared|receipt|signage)(\.|$)/;

/** Consent is not requested before the first choice. */
const beforeChoice = /^purchase\.order(\.|$)/;

/** A site with measurement asks for consent a second after the start, until the visitor answers. */
const needsConsent = async ({ page, state }: Visitor, { sites }: Shop['deps']): Promise<boolean> => {
  const now = await state();
  if (atGate.test(now) || beforeChoice.test(now)) return false;
  const site = v.parse(SiteCodeSchema, await page.locator('html').getAttribute('data-site'));
  const answer = await page.evaluate((key) => localStorage.getItem(key), `ticket-store:${site}:consent`);
  return answer === null && sites.settingsOf(site).gatagKey.url !== '';
};

/** Waits until the page is complete. */
const settle = async (visitor: Visitor, { scene }: Picture, deps: Shop['deps']): Promise<void> => {
  const { page } = visitor;
  if (await needsConsent(visitor, deps)) await page.locator('.consent').waitFor({ state: 'attached' });
  if (unfinished.includes(scene)) return;
  await page.locator('#main [aria-busy="true"]:not(button):visible').first().waitFor({ state: 'detached' });
};

/** Runs while the page is shown in the picture's mode. */
export type ProcessPage = (visitor: Visitor, picture: Picture) => Promise<void>;

/** Takes a picture of the current page and checks it. */
const take = async (
  visitor: Visitor,
  picture: Picture,
  processPage: ProcessPage,
  deps: Shop['deps'],
): Promise<Shot> => {
  const { page } = visitor;
  await settle(visitor, picture, deps);
  const state = await visitor.state();
  const restore = await enter(page, picture.mode);
  const seen = await page.evaluate(look);
  const wanted = { lang: htmlLang[picture.lang], width: widthOf(picture), ids };
  const small = (await smallTargets(page)).map((control) => `smaller than a touch target: ${control}`);
  const meant = stateOf(picture.scene) ?? state;
  const findings = [...judge(seen, wanted), ...small, ...(state === meant ? [] : [`in ${state}, not in ${meant}`])];
  await processPage(visitor, picture);
  await restore();
  return { ...picture, state, findings };
};

/** Longest wait for anything, ms. */
const timeout = 60_000;

/**
 * Takes the pictures of a job on its walk, in its own shop so that it does not affect other walks; `scale` is the device pixel
 * ratio. Throws if a scene does not appear.
 */
export const walkJob = async (job: Job, processPage: ProcessPage, scale: number): Promise<Shot[]> => {
  const { lang, site, isTimed, pictures, go } = job;
  const shop = await startOwnShop();
  const lane = await openLane(shop);
  const shots: Shot[] = [];
  try {
    const context = { deviceScaleFactor: scale };
    const visitor = await lane.visit({ device: 'phone', lang, context, ...(isTimed ? {} : { init: pageDay }) });
    // Pictures need not be fast, and the machine may be busy.
    visitor.page.context().setDefaultTimeout(timeout);
    if (isTimed) await visitor.page.clock.install({ time: Date.now() });
    for await (const scene of go({ visitor, shop, lang, site })) {
      for (const picture of pictures.filter((one) => one.scene === scene))
        shots.push(await take(visitor, picture, processPage, shop.deps));
      if (shots.length === pictures.length) break;
    }
  } finally {
    await lane.close();
  }
  const missing = pictures.filter(({ scene }) => shots.every((shot) => shot.scene !== scene));
  if (missing.length > 0) throw new Error(`never reached ${missing.map(({ scene }) => scene).join(', ')}`);
  return shots;
};

/** A line for each finding in the pictures. */
export const foundIn = (shots: readonly Shot[]): string[] =>
  shots.flatMap((shot) => shot.findings.map((finding) => `${nameOf(shot)}: ${finding}`));
