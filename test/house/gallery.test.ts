import { describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { screens } from '#machines/shared/screens.ts';
import { langs } from '#src/domain/lang.ts';
import { modeNames } from '#test/gallery/modes.ts';
import { nameOf, plan } from '#test/gallery/plan.ts';
import { allScenes, partsOf, stateOf } from '#test/gallery/scenes.ts';
import { keyScenesOf } from '#test/gallery/walks/site.ts';
import { walks } from '#test/gallery/walks.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import { settledStatesOf, unplanned, unseen, unwalked } from './gallery.ts';

/** The gallery shows every scene (test/README.md "Gallery"). */
const away = 'purchase.checkout.away'; // The window shows the provider's page then.
const offering = 'purchase.sended-mail.offering'; // The page of sended-mail.waiting without the countdown.
const settledStates = settledStatesOf(machines.app.root).filter((state) => ![away, offering].includes(state));
const walked = Object.values(walks).map(({ scenes }) => scenes);

describe('the scenes', () => {
  it.each(screens)('show the screen %s', (screen) => {
    expect(allScenes.filter((scene) => partsOf(scene)[0] === screen)).not.toEqual([]);
  });

  it('show every settled state of the charts', () => {
    expect(settledStates.length).toBeGreaterThan(30);
    expect(unseen(settledStates, allScenes.map(stateOf))).toEqual([]);
    expect(unseen(['ticket.showing', 'nowhere'], allScenes.map(stateOf))).toEqual(['no scene shows nowhere']);
  });

  it('are each on exactly one walk', () => {
    expect(unwalked(allScenes, walked)).toEqual([]);
    expect(unwalked(['terms.text', 'privacy.text'], [['terms.text'], ['terms.text']])).toEqual([
      'terms.text is on 2 walks',
      'privacy.text is on 0 walks',
    ]);
  });
});

describe('the plan', () => {
  it.each(allScenes)('has %s in every language, on a phone or a wall screen', (scene) => {
    const usual = plan.filter((picture) => picture.scene === scene && ['phone', 'wall'].includes(picture.mode));
    expect(new Set(usual.map(({ lang }) => lang))).toEqual(new Set(langs));
  });

  it.each(siteCodes)('has the key screens of %s', (site) => {
    const seen = plan.filter((picture) => picture.site === site).map(({ scene }) => scene);
    expect(seen).toEqual(expect.arrayContaining([...keyScenesOf(site)]));
  });

  it('has every screen wide, at 320 px, in dark mode, and with larger text', () => {
    for (const screen of screens.filter((one) => one !== 'signage')) {
      const seen = plan.filter(({ scene }) => partsOf(scene)[0] === screen).map(({ mode }) => mode);
      for (const look of ['desktop', 'narrow', 'dark', 'large'])
        expect(
          seen.filter((mode) => mode.includes(look)),
          `${screen}, ${look}`,
        ).not.toEqual([]);
    }
    expect(unplanned(plan, 'mode', modeNames)).toEqual([]);
    expect(unplanned([], 'lang', ['ja'])).toEqual(['no picture of ja']);
  });

  it('has each picture once, and few enough for a quarter of an hour', () => {
    expect(new Set(plan.map(nameOf)).size).toBe(plan.length);
    expect(plan.length).toBeLessThanOrEqual(186 * langs.length);
  });
});
