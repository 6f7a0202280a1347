import { expect } from 'vitest';
import { purchaseScreens, type Screen } from '#machines/shared/screens.ts';
import { fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from './moment.ts';
import {
  begins,
  begunBesideHold,
  inputOf,
  isNamed,
  on,
  payload,
  purchase,
  purchaseBefore,
  type Rule,
  shows,
} from './rule.ts';

/** Addresses that are opened, and the language (docs/product.md#addresses). */

const isApp = ({ actor }: Moment): boolean => actor.length === 1;
const wanted = (moment: Moment): string => String(payload(moment, 'screen'));
const tokenOf = (moment: Moment): unknown => fieldsOf(payload(moment, 'params')).token;
const queryOf = (moment: Moment) => fieldsOf(payload(moment, 'query'));
const isOf = (screens: readonly string[], screen: string): boolean => screens.includes(screen);

/** What is read when a page is opened. */
const readBy: Readonly<Record<string, string>> = {
  ticket: 'readTicket',
  receipt: 'readReceipt',
  share: 'readTicket',
  shared: 'readShared',
  send: 'readTicket',
  revoke: 'readTicket',
  changedate: 'readTicket',
  'changedate-confirm': 'readTicket',
  'changedate-complete': 'readTicket',
  'mail-release': 'readMagazine',
  signage: 'readToday',
};
const plainPages = ['reservation-inquiry', 'privacy', 'specified', 'terms', 'forgotten'];
const isChangeStep = (screen: string): boolean => screen.startsWith('changedate');

/** Whether a step of the purchase may be shown when its address is opened. */
const mayShow = (moment: Moment, screen: string): boolean => {
  const { order, method, payment, completion, sentTo, site, attempt } = purchaseBefore(moment) ?? {};
  const isUnpaid = completion === null;
  /** And what became of the customer who was sent last is known. */
  const mayPay = isNamed(purchaseBefore(moment)) && attempt === null && isUnpaid;
  switch (screen) {
    case 'order':
      return !site?.onlyMail;
    case 'sign-in':
      return !site?.onlyMail && order !== null && isUnpaid;
    case 'sended-mail':
      return sentTo !== null && isUnpaid;
    case 'payment':
      return mayPay;
    case 'confirm':
      return mayPay && method !== null && payment !== null;
    case 'complete':
      return !isUnpaid;
    case 'error':
      return true;
    default:
      return false;
  }
};

/** The purchase answers a page only while nothing is under way that decides where it goes. */
const isBusy = (moment: Moment): boolean => {
  const { waiting, running } = moment.before;
  const isUnderWay = (...calls: string[]) => waiting.some(({ call }) => calls.includes(call));
  const isAfterCustomer = ['payment', 'confirm'].includes(wanted(moment));
  return (
    isUnderWay('readOrder', 'cancelOrder') ||
    (isAfterCustomer && isUnderWay('putCustomer', 'sendOrderMail')) ||
    running.some(({ path }) => path === 'app/purchase/checkout')
  );
};

/** The page stays, and so does its address. */
const isSetBack = ({ before, now }: Moment): void => expect(now.address).toBe(before.address);

/** Whether an address is none of this site. */
const isUnknown = (moment: Moment): boolean => {
  const isOrdinary = ['order', 'sign-in'].includes(wanted(moment));
  return wanted(moment) === 'not-found' || (isOrdinary && moment.now.app.getSnapshot().context.site.onlyMail);
};

/** A page that is asked for is shown, or the address is set back. */
const isAnswered = (moment: Moment, screen: string): void => {
  begins(moment);
  if (moment.now.screen !== moment.before.screen) shows(moment, screen as Screen);
  else isSetBack(moment);
};

const isStep = (moment: Moment): boolean =>
  on('page.requested', (one) => one.actor.at(-1) === 'purchase')(moment) &&
  !['mail-confirm', 'payment-callback'].includes(wanted(moment));

const pageRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#routes',
    sentence: 'an address that names a ticket, or another link, opens its page and reads what it is about',
    when: on('page.requested', (moment) => isApp(moment) && wanted(moment) in readBy),
    must: (moment) => {
      const screen = wanted(moment);
      const token = tokenOf(moment);
      const isSame = isChangeStep(screen) && isChangeStep(moment.before.screen) && moment.old.link === token;
      if (isSame) return isAnswered(moment, screen);
      shows(moment, (isChangeStep(screen) ? 'changedate' : screen) as Screen);
      begins(moment, readBy[screen] ?? '');
      if (screen !== 'signage') expect(inputOf(moment, readBy[screen] ?? '').token).toBe(token);
      return undefined;
    },
  },
  {
    docs: 'docs/product.md#routes',
    sentence: 'a page without a link is shown as it is',
    when: on('page.requested', (moment) => isApp(moment) && plainPages.includes(wanted(moment))),
    shows: (moment) => wanted(moment) as Screen,
    begins: [],
  },
  {
    docs: 'docs/product.md#not-found',
    sentence: 'anything else is not found; invitation-only sites have neither order nor sign-in',
    when: on('page.requested', (moment) => isApp(moment) && isUnknown(moment)),
    shows: 'not-found',
    begins: [],
  },
  {
    docs: 'docs/product.md#routes',
    sentence: 'every address of the table is found, wherever it is asked for',
    when: on('page.requested', (moment) => isApp(moment) && !isUnknown(moment)),
    must: (moment) => expect(moment.now.screen).not.toBe('not-found'),
  },
  {
    docs: 'docs/charts.md#composition',
    sentence: 'a page around the purchase never costs a purchase in progress',
    when: on('page.requested', (moment) => isApp(moment) && !isOf(purchaseScreens, wanted(moment))),
    isQuiet: true,
    must: (moment) => expect(purchase(moment)).toEqual(purchaseBefore(moment)),
  },
  {
    docs: 'docs/product.md#purchase-flow',
    sentence: 'an address of the purchase shows the purchase',
    when: on(
      'page.requested',
      (moment) => isApp(moment) && isOf(purchaseScreens, wanted(moment)) && !isUnknown(moment),
    ),
    must: (moment) => expect(purchaseScreens).toContain(moment.now.screen),
  },
  {
    docs: 'docs/charts.md#page-requests',
    sentence:
      'a step that may be shown is shown, in the change variant if it is asked for; else the address is set back',
    when: (moment) => isStep(moment) && !isBusy(moment),
    must: (moment) => {
      const screen = wanted(moment);
      const old = purchaseBefore(moment);
      const isLeft = screen === 'sign-in' || (screen === 'confirm' && mayShow(moment, screen));
      if (old?.isRepricing && isLeft) return begins(moment, 'readOrder');
      expect(begunBesideHold(moment)).not.toContain('readOrder');
      if (!mayShow(moment, screen)) {
        shows(moment, moment.before.screen);
        isSetBack(moment);
        return begins(moment);
      }
      shows(moment, screen as Screen);
      if (!['order', 'sign-in', 'payment'].includes(screen)) return undefined;
      const isStepOfChange = queryOf(moment).ref === 'c' && old?.payment !== null;
      expect(moment.now.address).toBe(`/${screen}${isStepOfChange ? '?ref=c' : ''}`);
      return expect(purchase(moment)?.failure ?? null).toBeNull();
    },
  },
  {
    docs: 'docs/product.md#completion',
    sentence: 'tickets that are chosen after a completed purchase are another one',
    when: (moment) => isStep(moment) && !isBusy(moment) && wanted(moment) === 'order' && moment.now.screen === 'order',
    must: (moment) => {
      const old = purchaseBefore(moment);
      const { token, order, completion, choice } = purchase(moment) ?? {};
      if (old?.completion) expect({ token, order, completion }).toEqual({ token: null, order: null, completion: null });
      else expect({ token, order, choice }).toEqual({ token: old?.token, order: old?.order, choice: old?.choice });
    },
  },
  {
    docs: 'docs/charts.md#page-requests',
    sentence: 'while it is decided where the purchase goes, or a payment runs, no step is shown instead',
    when: (moment) => isStep(moment) && isBusy(moment),
    shows: (moment) => moment.before.screen,
    begins: [],
    must: isSetBack,
  },
];

const languageRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#language-change',
    sentence: 'a language that is chosen is the page’s and the purchase’s; while a payment runs it is refused',
    when: on('language.choose', isApp),
    shows: (moment) => moment.before.screen,
    must: (moment) => {
      const { lang, paying } = moment.now.app.getSnapshot().context;
      if (paying) return expect(lang).toBe(moment.old.lang);
      expect(lang).toBe(payload(moment, 'lang'));
      return expect(purchase(moment)?.lang).toBe(lang);
    },
  },
  {
    docs: 'docs/product.md#language-change',
    sentence: 'the pages that ask for texts of the server ask in the new language',
    when: on('language.choose'),
    must: (moment) => {
      const lang = payload(moment, 'lang');
      if (purchase(moment)?.lang !== lang) return;
      for (const { path, snapshot } of moment.now.running)
        if (['app/purchase/order'].includes(path) || (path === 'app/inquiry' && moment.actor.length !== 2))
          expect(fieldsOf(snapshot.context).lang, path).toBe(lang);
    },
  },
];

export const openingRules: readonly Rule[] = [...pageRules, ...languageRules];
