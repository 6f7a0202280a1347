import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { customer } from '#test/api/kit/buyer.ts';
import { buyTicket } from '#test/api/kit/holder.ts';
import { newSlot } from '#test/api/kit/slot.ts';
import { expectKept, expectSound } from './kit/hand-over.ts';
import { startOwnShop } from './kit/host.ts';
import { openLane } from './kit/lane.ts';

const shop = await startOwnShop();
const lane = await openLane(shop);
afterEach(lane.leave);
afterAll(lane.close);

describe('the inquiry', () => {
  it('says what is missing next to the field', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    await visitor.open('#/reservation-inquiry');
    await visitor.at('reservation-inquiry.asking');
    await visitor.fill('email', 'hanako');
    await visitor.press('inquiry.submit');
    await visitor.page.locator('.error-summary').waitFor();
    expect(await visitor.field('email').getAttribute('aria-invalid')).toBe('true');
    expect(await visitor.field('reservation_number').getAttribute('aria-invalid')).toBe('true');
    expect(await visitor.field('email').inputValue()).toBe('hanako');
  });

  it('has the links mailed, twice on two visits, and says the same of an address it does not know', async () => {
    await buyTicket(shop, await newSlot(shop), 1);
    const visitor = await lane.visit({ lang: 'en', device: 'phone' });
    for (const email of ['nobody-knows@visitor.example', customer.email]) {
      await visitor.open('#/terms');
      await visitor.at('terms');
      await visitor.type('#/reservation-inquiry');
      await visitor.at('reservation-inquiry.asking');
      await visitor.press('number.forgot');
      await visitor.at('reservation-inquiry.forgetting');
      await visitor.fill('email', email);
      await visitor.press('links.send');
      await visitor.at('reservation-inquiry.sent');
      expect(await visitor.page.getByRole('status').filter({ hasText: email }).count()).toBe(1);
    }
    await expectSound(visitor, 'inquiry sent');
  });
});

describe('leaving the mail magazine', () => {
  const magazine = async () => {
    const row = await shop.db.selectFrom('mail_magazines').select('id').executeTakeFirstOrThrow();
    return shop.deps.vault.token('magazine', row.id);
  };
  const active = async () =>
    (await shop.db.selectFrom('mail_magazines').select('stopped_at').executeTakeFirstOrThrow()).stopped_at === null;

  it('takes a press; opening the link stops nothing; a dead link says so', async () => {
    await buyTicket(shop, await newSlot(shop), 1);
    const token = await magazine();
    const visitor = await lane.visit({ lang: 'ja', device: 'phone' });
    await visitor.open(`#/mail-release/${token}`);
    await visitor.at('mail-release.mail-release.offering');
    await expectSound(visitor, 'mail-release');
    expect(await active()).toBe(true);
    await visitor.press('magazine.stop');
    await visitor.at('mail-release.mail-release-completion');
    expect(visitor.hash()).toBe('#/mail-release-completion');
    expect(await active()).toBe(false);
    await expectKept(visitor);
    await expectSound(visitor, 'mail-release-completion');
    await visitor.open('#/mail-release/nobody-knows-this');
    await visitor.at('mail-release.mail-release.missing');
    await expectSound(visitor, 'mail-release missing');
  });
});

describe('the legal pages', () => {
  it.each(['ja', 'en'] as const)('are reached from every page and cost no purchase (%s)', async (lang) => {
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

describe('the wall', () => {
  it.each([
    [1920, 1080],
    [1080, 1920],
  ])('fits %i × %i, with letters that can be read at five metres', async (width, height) => {
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
