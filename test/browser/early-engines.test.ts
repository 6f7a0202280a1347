import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, expect, it } from 'vitest';
import { longDay } from '#src/domain/dates.ts';
import { sellToday } from '#test/api/kit/slot.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFirefox } from './kit/engines/firefox.ts';
import { createPerson, type Person } from './kit/engines/person.ts';
import { idOf, type Session, until } from './kit/engines/session.ts';
import { startOwnShop } from './kit/host.ts';

/** Presses before the scripts have come, in Firefox; test/browser/early-input.test.ts has the same in Chromium. */
const shop = await startOwnShop();

/** Scripts of the app that wait; null: none has to. */
let held: (() => void)[] | null = null;
/** The shop behind a server that holds its scripts back. */
const front = createServer((wanted, reply) => {
  const { method, headers, url: path = '/' } = wanted;
  const pass = () => {
    const { hostname, port } = new URL(shop.url);
    const passed = request({ hostname, port, method, headers, path }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.on('error', () => reply.destroy());
    wanted.pipe(passed);
  };
  if (held && /^\/assets\/.*\.js$/.test(path)) held.push(pass);
  else pass();
});
await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
const { port } = front.address() as AddressInfo;

const release = () => {
  for (const pass of held ?? []) pass();
  held = null;
};

let session: Session | null = null;
afterEach(async () => {
  release();
  await session?.close();
  session = null;
});
afterAll(async () => {
  front.closeAllConnections();
  front.close();
  await shop.close();
});

/**
 * Presses what has this text. Firefox computes the roles and names of a document once it is loaded, which this one is not before
 * its scripts.
 */
const press = (selector: string, text: string): Promise<void> =>
  until(async () => {
    const script = `const [selector, text] = arguments;
      const named = (one) => (one.ariaLabel ?? one.textContent).includes(text);
      return [...document.querySelectorAll(selector)].find(named) ?? null;`;
    const found = await session?.send('evaluate', { script, args: [selector, text] });
    await session?.send('click', { id: idOf(found) });
  }, `Not pressed: ${selector} ${text}`);

const card = () => press('label', '3,800');
const headings = 'return [...document.querySelectorAll("h1")].map((one) => one.textContent).join()';
const stateOf = ({ evaluate }: Person) => evaluate('return document.documentElement.dataset.state');
const titleOf = ({ evaluate }: Person) => evaluate("return document.querySelector('.calendar-title').textContent");

/** What is pressed, and what then has to be so. */
const rows: Record<string, { press: (person: Person) => Promise<unknown>; effect: (person: Person) => Promise<void> }> =
  {
    'a card and a day': {
      press: async () => {
        const day = await sellToday(shop);
        await card();
        await press('.day', longDay(day, 'en'));
      },
      effect: async (person) => {
        await person.see('radio', /^\d\d:\d\d\D+\d\d:\d\d/);
        expect(await person.evaluate("return document.querySelectorAll('.day[aria-pressed=true]').length")).toBe(1);
      },
    },
    'another month': {
      press: async (person) => {
        await card();
        await person.evaluate('window.monthBefore = document.querySelector(".calendar-title").textContent');
        await press('button', 'Next month');
      },
      effect: async (person) => {
        const before = await person.evaluate('return window.monthBefore');
        await until(async () => expect(await titleOf(person)).not.toBe(before), 'another month');
      },
    },
    Continue: {
      press: () => press('button', 'Choose a ticket'),
      effect: async ({ evaluate }) => {
        const focused = 'return document.activeElement.matches(\'[data-event="product.choose"]\')';
        await until(async () => expect(await evaluate(focused)).toBe(true), 'the focus');
      },
    },
    'the language': {
      press: ({ evaluate }) =>
        evaluate(`const select = document.querySelector('[data-event="language.choose"]');
        select.value = 'ja';
        select.dispatchEvent(new Event('change', { bubbles: true }));`),
      effect: async (person) => {
        await person.see('heading', /チケット/);
      },
    },
    'a link of the footer': {
      press: () => press('footer a', 'Terms of use'),
      effect: async (person) => {
        await person.see('heading', 'Terms of use');
      },
    },
  };

const names = Object.keys(rows);
it.each(sampled('presses in Firefox', [names.slice(0, 2), names.slice(2)]))(
  'Firefox ESR: %s, pressed before the scripts have come, has its effect',
  async (name) => {
    const row = rows[name];
    session = await openFirefox();
    await session.send('resize', { width: 390, height: 844 });
    const person = createPerson(session);
    await person.open(`${shop.url}/sites/none`);
    held = [];
    // a navigation by the driver would wait for what is held
    await person.evaluate(`setTimeout(() => location.assign('http://127.0.0.1:${port}/?lang=en'))`);
    await until(async () => expect(await person.evaluate(headings)).toContain('Tickets'), 'the shop');
    await row?.press(person);
    expect(await stateOf(person)).not.toBe('purchase.order.choosing');
    release();
    await row?.effect(person);
  },
);
