import './kit/patched-intl.ts';
import { describe, expect, it } from 'vitest';
import { apiPrefix } from '#src/api/contract/index.ts';
import { timed } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { buyTicket, ticketOf } from './kit/holder.ts';
import { startShop } from './kit/shop.ts';

/**
 * A server on an engine whose Intl formats dates with another field sequence, other digits and literals, and midnight as 24:00.
 */
const shop = await forFile(startShop());

/** The venue's calendar day `later` days after a moment, computed without Intl. */
const dayOf = (moment: number, days = 0): string =>
  new Date(moment + (9 + 24 * days) * 3_600_000).toISOString().slice(0, 10);

describe('where the server’s Intl formats dates differently', () => {
  it('the engine does format them differently', () => {
    const written = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' }).format(0);
    expect(written).not.toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('days on sale, purchases and calendar files are the same', async () => {
    const day = dayOf(Date.now(), 1);
    const query = { from: day, to: day, lang: 'ja', product_uuid: timed };
    const { days, time_spans } = await shop.call('searchProducts', { query });
    expect(days.map(({ date }) => date)).toEqual([day]);
    expect(new Set(time_spans.map(({ reservation_from }) => dayOf(Date.parse(reservation_from))))).toEqual(
      new Set([day]),
    );
    const free = time_spans.find(({ remaining }) => remaining >= 6);
    const { params } = await buyTicket(shop, free?.id ?? '');
    const ticket = await ticketOf(shop, params.reservation_token);
    const reply = await fetch(`${shop.url}${apiPrefix}/tickets/${params.reservation_token}/calendar?lang=en`);
    expect(reply.headers.get('content-disposition')).toContain(`ticket-${day}.ics`);
    // Computed by hand, because calendar libraries themselves rely on Intl.
    const local = (moment: string) =>
      new Date(Date.parse(moment) + 9 * 3_600_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
    const file = await reply.text();
    expect(file).toContain(`DTSTART;TZID=Asia/Tokyo:${local(ticket.reservation_from)}\r\n`);
    expect(file).toContain(`DTEND;TZID=Asia/Tokyo:${local(ticket.reservation_to)}\r\n`);
  });

  it('the display at the entrance shows today', async () => {
    const { products, as_of } = await shop.call('getToday', { query: { lang: 'ja' } });
    const spans = products.flatMap(({ time_spans }) => time_spans);
    expect(spans.length).toBeGreaterThan(0);
    for (const { reservation_from, reservation_to } of spans) {
      const today = dayOf(Date.parse(as_of));
      expect(dayOf(Date.parse(reservation_from)) <= today).toBe(true);
      expect(dayOf(Date.parse(reservation_to) - 1) >= today).toBe(true);
    }
  });
});
