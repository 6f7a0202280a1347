import { expect } from 'vitest';
import { fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from './moment.ts';
import { begins, inputOf, on, payload, purchase, purchaseBefore, type Rule, shows } from './rule.ts';

/** The link of a confirmation or invitation mail. */

const queryOf = (moment: Moment) => fieldsOf(payload(moment, 'query'));
const isOf = (moment: Moment, chart: string): boolean =>
  moment.actor.at(-1) === chart && payload(moment, 'screen') === 'mail-confirm';

const isPaying = ({ before }: Moment): boolean => before.running.some(({ path }) => path === 'app/purchase/checkout');
/** A payment or a cancellation that is under way decides where the purchase goes. */
const isDecided = (moment: Moment): boolean =>
  isPaying(moment) || moment.before.waiting.some(({ call }) => call === 'cancelOrder');

export const mailLinkRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#mail-confirmation',
    sentence: 'the link of a mail has no effect before a press, since programs open links, too',
    when: on('page.requested', (moment) => isOf(moment, 'app') && 'token' in queryOf(moment) && !isPaying(moment)),
    shows: 'mail-confirm',
    offers: 'mail.confirm',
    begins: [],
    must: (moment) => expect(purchase(moment)).toEqual(purchaseBefore(moment)),
  },
  {
    docs: 'docs/product.md#mail-confirmation',
    sentence: 'the press opens the order of the link, unless something else decides where the purchase goes',
    when: on('mail.confirm'),
    must: (moment) => {
      if (isDecided(moment)) return begins(moment);
      shows(moment, 'resuming');
      begins(moment, 'readOrder');
      return expect(inputOf(moment, 'readOrder').mailToken).toBe(moment.old.link);
    },
  },
  {
    docs: 'docs/product.md#screen-mail-confirm',
    sentence:
      'the order of a mail’s link that could not be read is read from the page that says so only, and by no later failure',
    when: ({ now }) => ['order', 'sign-in', 'sended-mail', 'payment', 'confirm', 'complete'].includes(now.step),
    must: (moment) => expect(purchase(moment)?.mailToken ?? null).toBeNull(),
  },
  {
    docs: 'docs/product.md#mail-confirmation',
    sentence: 'the link of a mail reads its order, whatever was on the page; without its token it is refused',
    when: on('page.requested', (moment) => isOf(moment, 'purchase')),
    must: (moment) => {
      const { token } = queryOf(moment);
      if (token === undefined || isDecided(moment)) {
        shows(moment, moment.before.screen);
        return expect(moment.now.address).toBe(moment.before.address);
      }
      shows(moment, 'resuming');
      begins(moment, 'readOrder');
      expect(purchase(moment), 'nothing of the page before').toMatchObject({ failure: null, r: null, changing: false });
      return expect(inputOf(moment, 'readOrder').mailToken).toBe(token);
    },
  },
];
