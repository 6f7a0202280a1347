import { describe, expect, it } from 'vitest';

import type { Lang } from '#src/domain/lang.ts';
import { openFixture } from './kit/fixture.ts';
import { chooseTickets, rootOf, soldAt } from './kit/site-walk.ts';
import type { Visitor } from './kit/visitor.ts';

/** The script of the bot check, which only some sites load. */
const { shop, lane } = await openFixture();

const loaded = ({ page }: Visitor, script: string) =>
  page.evaluate(
    (path) => performance.getEntriesByType('resource').filter(({ name }) => name.includes(path)).length,
    script,
  );
const script = '/recaptcha/api.js';

/** Chooses tickets on the order page of the site with the bot check, without submitting. */
const chosen = async (lang: Lang, device: 'phone' | 'desktop'): Promise<Visitor> => {
  const place = { site: 'mori', lang } as const;
  const visitor = await lane.visit({ device });
  await visitor.page.goto(`${rootOf(shop, place.site)}/?lang=${lang}`);
  await chooseTickets(visitor, (await soldAt(shop, place))[0]);
  return visitor;
};

describe('an order on a site with the bot check', () => {
  it('loads the script only when it is submitted, and replaces the badge by a text', async () => {
    const visitor = await chosen('ja', 'phone');
    expect(await visitor.page.getByText('reCAPTCHA').isVisible()).toBe(true);
    expect(await loaded(visitor, 'recaptcha')).toBe(0);
    await visitor.click('order.submit');
    await visitor.at('purchase.sign-in.editing');
    expect(await loaded(visitor, script)).toBe(1);
    const badge = visitor.page.locator('.grecaptcha-badge');
    await badge.waitFor({ state: 'attached' });
    expect(await badge.isVisible()).toBe(false);
    expect(visitor.faults()).toEqual([]);
  });
});
