import { describe, expect, it } from 'vitest';
import { customer } from '#test/api/kit/buyer.ts';
import { buyTicket } from '#test/api/kit/holder.ts';
import { newSlot } from '#test/api/kit/slot.ts';
import { openFixture } from './kit/fixture.ts';
import { expectRestored, expectSound } from './kit/hand-over.ts';

const { shop, lane } = await openFixture();

describe('the inquiry', () => {
  it('marks the fields with missing or invalid input', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    await visitor.open('#/reservation-inquiry');
    await visitor.at('reservation-inquiry.asking');
    await visitor.fill('email', 'hanako');
    await visitor.click('inquiry.submit');
    await visitor.page.locator('.error-summary').waitFor();
    expect(await visitor.field('email').getAttribute('aria-invalid')).toBe('true');
    expect(await visitor.field('reservation_number').getAttribute('aria-invalid')).toBe('true');
    expect(await visitor.field('email').inputValue()).toBe('hanako');
  });

  it('mails the links on each of two visits, and shows the same text for an unknown address', async () => {
    await buyTicket(shop, await newSlot(shop), 1);
    const visitor = await lane.visit({ lang: 'en', device: 'phone' });
    for (const email of ['nobody-knows@visitor.example', customer.email]) {
      await visitor.open('#/terms');
      await visitor.at('terms');
      await visitor.type('#/reservation-inquiry');
      await visitor.at('reservation-inquiry.asking');
      await visitor.click('number.forgot');
      await visitor.at('reservation-inquiry.forgetting');
      await visitor.fill('email', email);
      await visitor.click('links.send');
      await visitor.at('reservation-inquiry.sent');
      expect(await visitor.page.getByRole('status').filter({ hasText: email }).count()).toBe(1);
    }
    await expectSound(visitor, 'inquiry sent');
  });
});

describe('unsubscribing from the newsletter', () => {
  const magazine = async () => {
    const row = await shop.db.selectFrom('mail_magazines').select('id').executeTakeFirstOrThrow();
    return shop.deps.tokens.token('magazine', row.id);
  };
  const active = async () =>
    (await shop.db.selectFrom('mail_magazines').select('stopped_at').executeTakeFirstOrThrow()).stopped_at === null;

  it('needs a click: opening the link does not unsubscribe, and an invalid link shows an error', async () => {
    await buyTicket(shop, await newSlot(shop), 1);
    const token = await magazine();
    const visitor = await lane.visit({ lang: 'ja', device: 'phone' });
    await visitor.open(`#/mail-release/${token}`);
    await visitor.at('mail-release.mail-release.offering');
    await expectSound(visitor, 'mail-release');
    expect(await active()).toBe(true);
    await visitor.click('magazine.stop');
    await visitor.at('mail-release.mail-release-completion');
    expect(visitor.hash()).toBe('#/mail-release-completion');
    expect(await active()).toBe(false);
    await expectRestored(visitor);
    await expectSound(visitor, 'mail-release-completion');
    await visitor.open('#/mail-release/nobody-knows-this');
    await visitor.at('mail-release.mail-release.missing');
    await expectSound(visitor, 'mail-release missing');
  });
});

describe('the legal pages', () => {
  it.each(['ja', 'en'] as const)('are linked from every page and do not lose the purchase (%s)', async (lang) => {
    const visitor = await lane.visit({ lang, device: 'phone' });
    await visitor.open('#/order');
    await visitor.at('purchase.order');
    await visitor.control('product.choose').click();
    for (const name of ['terms', 'specified', 'privacy']) {
      await visitor.page.locator(`footer a[href="#/${name}"]`).click();
      await visitor.at(name);
      await visitor.page.locator('.legal p').first().waitFor();
      await expectSound(visitor, name);
    }
    await visitor.type('#/order');
    await visitor.at('purchase.order');
    expect(await visitor.control('product.choose').isChecked()).toBe(true);
  });
});

describe('the wall screen', () => {
  it.each([
    [1920, 1080],
    [1080, 1920],
  ])('fits %i × %i with text legible from five metres', async (width, height) => {
    const visitor = await lane.visit({ lang: 'ja', context: { viewport: { width, height } } });
    await visitor.open('#/signage/today-ticket-info');
    await visitor.at('signage.showing');
    const fits = await visitor.page.evaluate(() => {
      const [slots, footer] = ['.wall-product li, .wall-closed', '.wall > footer'].map((one) =>
        [...document.querySelectorAll(one)].map((element) => element.getBoundingClientRect()),
      );
      return {
        wide: document.documentElement.scrollWidth > innerWidth,
        clipped: slots?.some(({ bottom, right }) => bottom > (footer?.[0]?.top ?? 0) || right > innerWidth),
        smallest: Math.min(
          ...[...document.querySelectorAll('.wall-time')].map((one) =>
            Number.parseFloat(getComputedStyle(one).fontSize),
          ),
        ),
      };
    });
    expect(fits).toMatchObject({ wide: false, clipped: false });
    expect(fits.smallest).toBeGreaterThan(32);
  });
});
