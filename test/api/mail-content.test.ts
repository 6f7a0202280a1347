import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import type { MailKind } from '#server/db/types.ts';
import { venueDay } from '#src/domain/dates.ts';
import type { Lang } from '#src/domain/lang.ts';
import { ticketOf } from './kit/arrange.ts';
import { customer } from './kit/buyer.ts';
import { readTwice } from './kit/calendar.ts';
import { emptyOutbox, linkIn, mailRow, oneOfEach, sendAgain } from './kit/mails.ts';
import { forFile, startShop } from './kit/shop.ts';
import { startPost } from './kit/smtp.ts';

const shop = await forFile(startShop());
const post = await forFile(startPost());
const ids = await oneOfEach(shop, 'See you there');
await emptyOutbox(shop);

const sent = (kind: MailKind, lang: Lang) => sendAgain(shop, post, ids[kind], lang);

describe('a mail', () => {
  it.each([
    ['花子', true],
    ['Anne-Marie O’Neill', true],
    ['Win at evil.example', false],
    ['https://evil.example', false],
    ['Call 0900 123 456', false],
    ['You have won a prize of gold', false],
    ['x'.repeat(41), false],
  ])('of a sent ticket names a sender called "%s": %s', async (fullname, isNamed) => {
    const { order_id } = await mailRow(shop, ids.ticket_sent);
    const order = shop.db.updateTable('orders').where('id', '=', order_id);
    await order.set({ customer: JSON.stringify({ ...customer, fullname }) }).execute();
    const { text, html } = await sent('ticket_sent', 'en');
    await order.set({ customer: JSON.stringify(customer) }).execute();
    expect(text.startsWith(isNamed ? `${fullname} has sent you` : 'Someone has sent you')).toBe(true);
    expect(html.includes(fullname)).toBe(isNamed);
    expect(text).not.toContain('See you there');
  });

  it.each(['completed', 'ticket_sent', 'ticket_changed', 'ticket_reissued'] as const)(
    '%s shows the code of its ticket, and has its visit as a calendar file',
    async (kind) => {
      const mail = await sent(kind, 'en');
      const ticket = await ticketOf(shop, /#\/id\/([\w-]{32})/.exec(linkIn(mail))?.[1] ?? '', 'en');
      expect(mail.html).toContain('src="cid:code-1"');
      const { data, width, height } = PNG.sync.read(mail.pictures.get('code-1') ?? Buffer.alloc(0));
      expect(jsQR(new Uint8ClampedArray(data), width, height)?.data).toBe(ticket.entry_code);
      const [name, file] = [...mail.files][0] ?? ['', ''];
      expect(name).toBe(`ticket-${venueDay(ticket.reservation_from)}.ics`);
      expect(readTwice(file)[0]).toMatchObject({ from: ticket.reservation_from, summary: ticket.product_name });
    },
  );

  it('of a purchase leads to the receipt, the change of date and a map; its addresses are out of sight', async () => {
    const mail = await sent('completed', 'en');
    const token = /#\/id\/([\w-]{32})/.exec(linkIn(mail))?.[1];
    expect(mail.text).toContain(`Receipt\n${shop.url}/#/id/${token}/receipt?lang=en\n`);
    expect(mail.text).toContain(`Change the date\n${shop.url}/#/tickets/changedate/${token}?lang=en\n`);
    expect(mail.text).toContain('Map\nhttps://www.google.com/maps/search/?api=1&query=0-0-0%20Toranomon');
    expect(mail.html).toContain(`>Receipt</a>`);
    expect(mail.html).not.toMatch(/>\s*https?:/);
    const recipients = await sent('ticket_sent', 'en');
    expect(recipients.text).not.toContain('Receipt');
  });
});
