import { describe, expect, it } from 'vitest';

import type { Lang } from '#src/domain/lang.ts';
import { openFixture } from './kit/fixture.ts';
import { payBy } from './kit/pay.ts';
import { chooseTickets, rootOf, soldAt, toPaymentAt } from './kit/site-walk.ts';
import type { Visitor } from './kit/visitor.ts';

/** External scripts that only some sites load: the bot check, and the device fingerprint. */
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

describe('a site with device fingerprinting', () => {
  const bought = async () => {
    const visitor = await lane.visit({ device: 'phone' });
    await toPaymentAt(visitor, shop, { site: 'softbank', lang: 'ja' });
    return visitor;
  };
  const readFingerprint = async () => {
    const newest = shop.db.selectFrom('payments').select('data').orderBy('created_at', 'desc').limit(1);
    return (await newest.executeTakeFirstOrThrow()).data?.fingerprint;
  };

  it('takes the fingerprint on the payment step and stores it with the payment', async () => {
    const visitor = await bought();
    await payBy(visitor, 'softbank_credit');
    await visitor.at('purchase.complete');
    expect(await loaded(visitor, '/snare.js')).toBe(1);
    expect(await readFingerprint()).toMatch(/^SANDBOX-[\da-f-]{36}$/);
    expect(visitor.faults()).toEqual([]);
  });
});
