import '#test/api/kit/day.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { foundIn, type ProcessPage, walkJob } from '#test/gallery/camera.ts';
import { enter, type ModeName } from '#test/gallery/modes.ts';
import { pictureOf } from '#test/gallery/plan.ts';
import { allScenes } from '#test/gallery/scenes.ts';
import { jobsOf } from '#test/gallery/walks.ts';
import { sampled } from '#test/tools/sample.ts';
import { audit, invalidHtml, isWide, smallTargets } from './kit/auditors.ts';
import { openFixture } from './kit/fixture.ts';

/** Two judges beside each other on every screen in each of its states, and on every dialog. */
const jobs = jobsOf(allScenes.flatMap((scene) => [pictureOf(scene, 'ja'), pictureOf(scene, 'en')]));

/** Lets a stopped clock go on in small steps while the judges work, since they set timers. */
const whileTicking = async <Result>({ clock }: Page, work: Promise<Result>): Promise<Result> => {
  const settled = work.then(
    () => true,
    () => true,
  );
  while (!(await Promise.race([settled, clock.runFor(1).then(() => false)])));
  return work;
};

/** Other windows in which axe judges, too; a run without FULL=1 draws one. */
const windows = sampled('windows of the judges', [['narrow', 'desktop'] as const]);

const judgesOf = async (page: Page, mode: ModeName) => {
  const { violations, incomplete } = await audit(page);
  const others = await invalidHtml(page);
  for (const name of mode === 'phone' ? windows : []) {
    await enter(page, name);
    const again = await audit(page);
    violations.push(...again.violations);
    incomplete.push(...again.incomplete.filter((line) => !incomplete.includes(line)));
    others.push(...(await smallTargets(page)), ...((await isWide(page)) ? ['it scrolls sideways'] : []));
  }
  return { violations, incomplete, others };
};

it.each(sampled('auditors', [jobs]))(
  'every screen, and what opens on it, passes axe and the HTML validator: $name',
  async (job) => {
    const faults: string[] = [];
    // axe cannot tell colours below the bank's frame; `confirm.paying` is the same page without it.
    const judge: ProcessPage = async ({ page }, { scene, lang, mode }) => {
      const judging = judgesOf(page, mode);
      const { violations, incomplete, others } = await (job.isTimed ? whileTicking(page, judging) : judging);
      const undecided = incomplete.filter((line) => scene !== 'confirm.bank' || !line.startsWith('color-contrast'));
      const found = [...violations, ...undecided, ...others];
      faults.push(...found.map((fault) => `${scene} in ${lang}: ${fault}`));
    };
    const shots = await walkJob(job, judge, 1);
    expect(shots.map(({ scene }) => scene).toSorted()).toEqual(job.pictures.map(({ scene }) => scene).toSorted());
    expect([...foundIn(shots), ...faults]).toEqual([]);
  },
);

const { lane } = await openFixture();

it('the judges find what is planted', async () => {
  const { page, open } = await lane.visit();
  await open('', 'purchase.order.choosing');
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.append(document.createElement('div'));
    document.querySelector('main')?.append(button);
  });
  expect((await audit(page)).violations.join()).toContain('button-name');
  expect((await invalidHtml(page)).join()).toContain('<div> element is not permitted as content under <button>');
});
