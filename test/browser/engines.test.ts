import * as v from 'valibot';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { getTicket } from '#src/api/contract/tickets.ts';
import { ledgerAt } from '#test/api/kit/ledger.ts';
import { openFirefox } from './kit/engines/firefox.ts';
import { createPerson } from './kit/engines/person.ts';
import type { Session } from './kit/engines/session.ts';
import { openWebkit } from './kit/engines/webkit.ts';
import { startOwnShop } from './kit/host.ts';
import { scan } from './kit/qr.ts';

/** A purchase in Firefox and WebKit, as Debian ships them. */
const shop = await startOwnShop();
afterAll(shop.close);

let session: Session | null = null;
afterEach(async () => {
  await session?.close();
  session = null;
});

const charges = async () =>
  Object.values(await ledgerAt(shop.sandboxUrl)).reduce((sum, order) => sum + order.charges, 0);

describe('a visitor with a phone-sized window buys in English and gets a ticket that a scanner reads', () => {
  it.each([
    ['WebKitGTK', openWebkit],
    ['Firefox ESR', openFirefox],
  ])('in %s', async (name, openBrowser) => {
    session = await openBrowser();
    expect(session.engine).toContain(name);
    await session.send('resize', { width: 390, height: 844 });
    const { open, see, click, type, inFrame, evaluate, picture, seeTop } = createPerson(session);
    const charged = await charges();

    await open(`${shop.url}/?lang=en`);
    expect(await evaluate('return innerWidth')).toBeLessThan(576);
    await click('radio', /Timed admission/);
    await see('button', /2026, /);
    await click('button', /, Available$/);
    await click('radio', /^\d\d:\d\d – \d\d:\d\d$/);
    await click('button', /^Continue · /);

    await see('heading', 'Your details');
    await type(/^Full name/, 'Hanako Yamada');
    await type(/^Email address/, 'hanako@visitor.example');
    await type(/^Confirm email address/, 'hanako@visitor.example');
    await type(/^Phone number/, '09012345678');
    await click('button', 'Continue to payment');

    await see('heading', 'Payment');
    await click('radio', /^Credit card/);
    await inFrame('.card-form iframe', async () => {
      await type('Card number', '4242424242424242');
      await type('Expiration date', '1239');
      await type('Security code', '123');
    });
    await click('button', 'Review your order');

    await see('heading', 'Review your order');
    await seeTop();
    await click('button', /^Place the order and pay/);

    await see('heading', 'Thank you. Your tickets are booked.');
    await seeTop();
    await click('link', 'Show my ticket');
    await see('heading', 'Your ticket');
    await see('image', 'QR code for entry');
    await evaluate("document.querySelector('svg.qr').scrollIntoView({ block: 'center' })");

    const token = String(await evaluate('return location.hash'))
      .split('/')
      .at(-1);
    const ticket = v.parse(getTicket.reply, await (await fetch(`${shop.url}/api/v1/tickets/${token}`)).json());
    expect(await scan(await picture())).toEqual([ticket.entry_code]);
    expect(await charges()).toBe(charged + 1);
  });
});
