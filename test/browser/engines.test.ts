import { afterAll, afterEach, expect, it } from 'vitest';
import type { Lang } from '#src/domain/lang.ts';
import { sellToday, ticketOf } from '#test/api/kit/arrange.ts';
import { ledgerAt } from '#test/api/kit/buyer.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFirefox } from './kit/engines/firefox.ts';
import { createPerson } from './kit/engines/person.ts';
import type { Session } from './kit/engines/session.ts';
import { openWebkit } from './kit/engines/webkit.ts';
import { startOwnShop } from './kit/host.ts';
import { startReleases, updateWorker } from './kit/offline.ts';
import { scan } from './kit/qr.ts';
import { textPattern } from './kit/texts.ts';
import { buyThree } from './kit/ticket.ts';

/** A purchase and its ticket in Firefox and WebKit, as Debian ships them. */
const shop = await startOwnShop();
afterAll(shop.close);
// on the last evening of a month the calendar would have no other day
await sellToday(shop);

let session: Session | null = null;
afterEach(async () => {
  await session?.close();
  session = null;
});

const charges = async () =>
  Object.values(await ledgerAt(shop.sandboxUrl)).reduce((sum, order) => sum + order.charges, 0);

const engines = { WebKitGTK: openWebkit, 'Firefox ESR': openFirefox };
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
/** The provider's fields, by the sandbox's texts. */
const cardTexts = {
  en: ['Card number', 'Expiration date', 'Security code'],
  ja: ['カード番号', '有効期限', 'セキュリティコード'],
  kr: ['카드 번호', '유효기간', '보안 코드'],
} as const satisfies Partial<Record<Lang, readonly string[]>>;

type Engine = keyof typeof engines;
type Size = keyof typeof sizes;
const rowsOf = (engine: Engine) =>
  (['phone', 'desktop'] as const satisfies Size[]).flatMap((size) =>
    (['en', 'ja', 'kr'] as const).map((lang) => ({ engine, size, lang })),
  );

it.each(sampled('engines', [rowsOf('WebKitGTK'), rowsOf('Firefox ESR')]))(
  'a visitor buys a timed ticket that a scanner reads in $engine, on a $size, in $lang',
  async ({ engine, size, lang }) => {
    session = await engines[engine]();
    expect(session.engine).toContain(engine);
    await session.send('resize', sizes[size]);
    const { open, see, click, type, inFrame, show, evaluate, picture, seeTop } = createPerson(session);
    const charged = await charges();
    /** A name that begins with this text. */
    const begins = (id: string, values = {}) => new RegExp(`^${textPattern(lang, id, values).source}`);
    const whole = (id: string) => new RegExp(`^${textPattern(lang, id).source}$`);

    await open(`${shop.url}/?lang=${lang}`);
    const width = Number(await evaluate('return innerWidth'));
    expect(size === 'phone' ? width < 576 : width > 768).toBe(true);
    // the ticket, whose kinds have several prices; a day before it has one
    await click('radio', /3,800.+2,800/s);
    // a day of a dearer weekend has its surcharge behind that
    await click('button', new RegExp(`[,、] ?${textPattern(lang, 'order_stock_plenty').source}([,、]|$)`));
    // a time without a note, or the last one of today, which late in the evening is the only one and has one
    await click('radio', /^(?:\d\d:\d\d\D+\d\d:\d\d$|23:45\D)/);
    await click('button', whole('order_option_more'));
    await click('button', begins('order_submit'));

    await see('heading', whole('sign_in_title'));
    await type(begins('field_fullname'), 'Hanako Yamada');
    await type(begins('field_email'), 'hanako@visitor.example');
    await type(begins('field_email_confirm'), 'hanako@visitor.example');
    await type(begins('field_phone'), '09012345678');
    await click('button', whole('sign_in_submit'));

    await see('heading', whole('payment_title'));
    await click('radio', /./);
    const [number, expiry, code] = cardTexts[lang];
    await inFrame('.card-form iframe', async () => {
      await type(number, '4242424242424242');
      await type(expiry, '1239');
      await type(code, '123');
    });
    await click('button', whole('payment_submit'));

    await see('heading', whole('confirm_title'));
    await seeTop();
    await click('button', begins('confirm_submit'));

    await see('heading', whole('complete_title'));
    await seeTop();
    await click('link', whole('complete_ticket'));
    await see('heading', whole('ticket_title'));
    await see('image', whole('ticket_code'));
    await show('svg.qr');

    const hash = String(await evaluate('return location.hash'));
    const { entry_code } = await ticketOf(shop, hash.split('/').at(-1) ?? '');
    expect(await scan(await picture())).toEqual([entry_code]);
    expect(await charges()).toBe(charged + 1);
  },
);

const openTicket = async (engine: Session, origin: string, token: string) => {
  const person = createPerson(engine);
  await person.open('about:blank');
  await person.open(`${origin}/tickets/?lang=en#/id/${token}`);
  await person.see('image', new RegExp(textPattern('en', 'ticket_code')));
  return person;
};

it.each(['WebKitGTK', 'Firefox ESR'] as const)(
  'a ticket opens without the shop in %s, by the next release of its service worker',
  async (name) => {
    const token = await buyThree(shop);
    const { entry_code } = await ticketOf(shop, token);
    const releases = await startReleases(shop.url);
    session = await engines[name]();
    await session.send('resize', sizes.desktop);
    const { evaluate } = await openTicket(session, releases.url, token);
    await evaluate('return navigator.serviceWorker.ready.then(() => true)');
    releases.release();
    expect(await evaluate(`return (async () => {${updateWorker}})()`)).toBe(true);
    releases.opened.length = 0;
    await openTicket(session, releases.url, token);
    expect(releases.opened).toEqual(['/tickets/']);
    await releases.close();
    const { show, picture } = await openTicket(session, releases.url, token);
    await show('svg.qr');
    expect(await scan(await picture())).toEqual([entry_code]);
  },
);
