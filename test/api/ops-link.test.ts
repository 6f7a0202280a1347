import { describe, expect, it } from 'vitest';
import { clock, venueDay } from '#src/domain/dates.ts';
import { venueLinkOf } from '#src/domain/venue-link.ts';
import { newSlot, rowOf } from './kit/arrange.ts';
import { timed } from './kit/buyer.ts';
import { openOps } from './kit/ops.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));

const site = 'borderless';
const visit = async () => {
  const slot = await rowOf(shop, 'time_spans', { id: await newSlot(shop) });
  const from = slot.reservation_from.toISOString();
  return { product: slot.product_uuid, date: venueDay(from), time: clock(from) };
};

describe('link', () => {
  it('makes an address that the page understands, with a button and a QR code', async () => {
    const choice = { ...(await visit()), quantity: 'admission-adult:2' };
    const { status, url, html, qr, said } = await ops.run('link', { site, ...choice, lang: 'en' });
    expect(status).toBe(200);
    const address = new URL(String(url));
    expect([address.origin, address.pathname, address.hash]).toEqual([new URL(shop.url).origin, '/', '']);
    expect(address.searchParams.get('lang')).toBe('en');
    const quantity = { option: 'admission-adult', count: 2 };
    expect(venueLinkOf(address.searchParams, new URLSearchParams())).toEqual({ ...choice, quantity, coupon: null });
    expect(html).toMatch(/^<a href="[^"<>]+" style="[^"<>]+">[^<>]+<\/a>$/);
    expect(html).toContain(`href="${String(url).replaceAll('&', '&#38;')}"`);
    expect(qr).toMatch(/^<svg /);
    expect(said.en).toContain(String(url));
  });

  it('refuses what does not exist', async () => {
    const { product, date, time } = await visit();
    const faults: [string, Record<string, string>][] = [
      ['product', { product: 'nothing' }],
      ['date', { date: '2026-02-30' }],
      ['date', { date: '2001-01-01' }],
      ['date', { date: '2999-12-31' }],
      ['time', { date, time: '03:33' }],
      ['time', { date, time: 'noon' }],
      ['time', { time }],
      ['quantity', { quantity: '0' }],
      ['quantity', { quantity: '1000000000' }],
      ['quantity', { quantity: '999' }],
      ['quantity', { quantity: 'nobody:1' }],
      ['lang', { lang: 'fr' }],
    ];
    for (const [field, more] of faults) {
      const { refused, url, said } = await ops.run('link', { site, product, ...more });
      expect([more, refused, url, said.en.includes(field)]).toEqual([more, 'invalid_input', undefined, true]);
    }
    expect(await ops.code('link', { site: 'mori', product: timed })).toBe('invalid_input');
  });
});
