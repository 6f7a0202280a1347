import { expect } from 'vitest';
import type { Lang } from '#src/domain/lang.ts';
import { newKey } from '#test/api/kit/buyer.ts';
import { ticketOf } from '#test/api/kit/holder.ts';
import { linkIn, sendRound } from '#test/api/kit/mails.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { newSlot } from '#test/api/kit/slot.ts';
import type { Post, Received } from '#test/api/kit/smtp.ts';
import { seatsOf } from '#test/api/kit/time.ts';
import { type Driver, driverOf } from './driver.ts';
import type { Lane } from './lane.ts';
import { expectSound } from './sound.ts';
import { textPattern } from './texts.ts';
import type { Visitor } from './visitor.ts';

/** Language and device. */
export type Variant = { lang: Lang; device: 'phone' | 'desktop' };

/** A person of the story with a browser of their own. */
export type Person = Visitor & Driver;

type StoryOptions = { shop: Shop; lane: Lane; post: Post };

/** Three adults and a child, from the purchase to the gate. */
export type Story = StoryOptions &
  Variant & {
    /** The slots: the one that is bought, a cheaper and a dearer one. */
    slots: { bought: string; cheap: string; dear: string };
    /** The seats of each that should be sold by now. */
    sold: { bought: number; cheap: number; dear: number };
    buyer: string;
    recipient: string;
    /** Every entry code that was displayed. */
    codes: Set<string>;
    /** The screens that axe has checked. */
    audited: Set<string>;
    openPerson: () => Promise<Person>;
    /** A pattern of a text in the story's language. */
    pattern: (id: string, values?: Record<string, string>) => RegExp;
  };

export const openStory = async (options: StoryOptions, variant: Variant): Promise<Story> => {
  const { shop, lane } = options;
  const { lang, device } = variant;
  const [bought, cheap, dear] = [
    await newSlot(shop, { surcharge: 500 }),
    await newSlot(shop),
    await newSlot(shop, { surcharge: 1000 }),
  ];
  return {
    ...options,
    ...variant,
    slots: { bought, cheap, dear },
    sold: { bought: 0, cheap: 0, dear: 0 },
    buyer: `hanako-${newKey()}@visitor.example`,
    recipient: `taro-${newKey()}@visitor.example`,
    codes: new Set(),
    audited: new Set(),
    openPerson: async () => {
      const visitor = await lane.visit({ lang, device });
      return { ...visitor, ...driverOf(visitor, device) };
    },
    pattern: (id, values) => textPattern(lang, id, values),
  };
};

/** The sold seats are as expected, and none is held beyond `held`. */
export const expectSeats = async ({ shop, slots, sold }: Story, held = 0): Promise<void> => {
  const [bought, cheap, dear] = [
    await seatsOf(shop, slots.bought),
    await seatsOf(shop, slots.cheap),
    await seatsOf(shop, slots.dear),
  ];
  expect({ bought: bought.sold, cheap: cheap.sold, dear: dear.sold }).toEqual(sold);
  expect(bought.held + cheap.held + dear.held).toBe(held);
};

/**
 * The page is exactly in this state; seats are as expected, and axe finds nothing the first time that this state or aspect is
 * shown.
 */
export const expectAt = async (story: Story, person: Person, state: string, aspect = ''): Promise<void> => {
  await person.page.locator(`html[data-state="${state}"]`).waitFor();
  await person.page.locator('h1').waitFor();
  await expectSeats(story);
  const scene = `${state} ${aspect}`;
  if (story.audited.has(scene)) return;
  story.audited.add(scene);
  await expectSound(person, scene);
};

/** The code on the shown ticket, '' if none; all codes are recorded. */
export const codeOn = async ({ codes }: Story, { page }: Person): Promise<string> => {
  const shown = await page.locator('.ticket .code-text').allInnerTexts();
  expect(await page.locator('.ticket svg.qr').count()).toBe(shown.length);
  const code = shown.join('').replaceAll(/\s/g, '');
  if (code) codes.add(code);
  return code;
};

/** The latest mail to an address, after all due mails were sent. */
export const mailTo = async ({ shop, post }: Story, address: string): Promise<Received> => {
  await sendRound(shop, post.url);
  const mail = post.mails.findLast(({ to }) => to.includes(address));
  if (!mail) throw new Error(`No mail was sent to ${address}.`);
  return mail;
};

/** Opens an address as a new visit in this tab, in the story's language unless the link has one. */
export const openLink = async ({ lang, lane }: Story, { page }: Person, link: string): Promise<void> => {
  const url = new URL(link, lane.url);
  if (!url.searchParams.has('lang')) url.searchParams.set('lang', lang);
  await page.goto('about:blank');
  await page.goto(url.href);
};

/** Opens the link in the latest mail to an address. */
export const followMail = async (story: Story, person: Person, address: string): Promise<void> =>
  openLink(story, person, linkIn(await mailTo(story, address)));

/** The token in the address of a ticket's page. */
export const tokenOf = (person: Visitor): string => person.hash().split('/')[2] ?? '';

/** The response of the calendar link: 200, or the error code. */
export const calendarOf = async ({ lane }: Story, token: string): Promise<string> => {
  const response = await fetch(`${lane.url}/api/v1/tickets/${token}/calendar`);
  const text = await response.text();
  if (!response.ok) return String(JSON.parse(text).code);
  expect(text).toMatch(/^BEGIN:VCALENDAR/);
  expect(text).not.toContain(token);
  return 'file';
};

/** A link that is no longer valid shows the ticket's state and no code. */
export const expectStateOnly = async (story: Story, person: Person, token: string, state: string): Promise<void> => {
  await openLink(story, person, `#/id/${token}`);
  await expectAt(story, person, 'ticket.showing', state);
  expect(await codeOn(story, person)).toBe('');
  expect(await person.page.locator('.ticket').first().innerText()).toMatch(story.pattern(`ticket_state_${state}`));
  const ticket = await ticketOf(story.shop, token);
  expect({ state: ticket.state, code: ticket.entry_code }).toEqual({ state, code: '' });
  expect(ticket.people.filter(({ entry_code }) => entry_code)).toEqual([]);
};

/** An ended share link shows that it has ended. */
export const expectUnshared = async (story: Story, person: Person, link: string): Promise<void> => {
  await openLink(story, person, link);
  await expectAt(story, person, 'shared.missing');
  await person.page.getByRole('alert').getByText(story.pattern('shared_missing_title')).waitFor();
  expect(await codeOn(story, person)).toBe('');
};

/** No errors other than the known ones. */
export const expectCalm = (person: Person, ...known: RegExp[]): void =>
  expect(person.faults().filter((fault) => !known.some((one) => one.test(fault)))).toEqual([]);
