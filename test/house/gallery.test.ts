import { describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { screens } from '#machines/shared/screens.ts';
import { langs } from '#src/domain/lang.ts';
import { nameOf, plan } from '#test/gallery/plan.ts';
import { allScenes, partsOf, stateOf } from '#test/gallery/scenes.ts';
import { walks } from '#test/gallery/walks.ts';
import { settledStatesOf, unseen, unwalked } from './gallery.ts';

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

  it('has each picture once, and few enough for a quarter of an hour', () => {
    expect(new Set(plan.map(nameOf)).size).toBe(plan.length);
    expect(plan.length).toBeLessThanOrEqual(186 * langs.length);
  });
});
