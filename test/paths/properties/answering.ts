import { expect } from 'vitest';
import { purchaseScreens } from '#machines/shared/screens.ts';
import { fieldsOf } from '#test/paths/event-parts.ts';
import { langAt, type Moment } from './moment.ts';
import { chartData, on, payload, type Rule, requestsBegun } from './rule.ts';

/** Every address is answered by the chart whose page it names (docs/charts.md#page-requests). */

const changeSteps: readonly string[] = ['changedate', 'changedate-confirm', 'changedate-complete'];

const requestAtApp = (fits: (screen: string, moment: Moment) => boolean): Rule['when'] =>
  on('page.requested', (moment) => moment.actor.length === 1 && fits(String(payload(moment, 'screen')), moment));

/** The page is shown, what it names is read, or the chart stays where it is. */
const isAnswered = (moment: Moment, shown: 'step' | 'screen'): boolean =>
  [payload(moment, 'screen'), moment.before[shown]].includes(moment.now[shown]) ||
  requestsBegun(moment).some((call) => call === 'readOrder');

export const answeringRules: readonly Rule[] = [
  {
    docs: 'docs/charts.md#page-requests',
    sentence: 'an address of a purchase is answered by the purchase',
    when: requestAtApp(
      (screen, { now }) =>
        // The link of a mail waits for a press before the purchase gets it.
        purchaseScreens.some((one) => one === screen) && !['not-found', 'mail-confirm'].includes(now.screen),
    ),
    must: (moment) => expect(isAnswered(moment, 'step')).toBe(true),
  },
  {
    docs: 'docs/charts.md#page-requests',
    sentence: 'an address of the same ticket is answered by its change of date',
    when: requestAtApp((screen, moment) => {
      const { token } = fieldsOf(payload(moment, 'params'));
      return changeSteps.includes(screen) && changeSteps.includes(moment.before.screen) && moment.old.link === token;
    }),
    must: (moment) => expect(isAnswered(moment, 'screen')).toBe(true),
  },
  {
    docs: 'docs/product.md#language-change',
    sentence: 'the page that finds a ticket is in the language of the page',
    when: requestAtApp((screen) => screen === 'reservation-inquiry'),
    must: (moment) => expect(chartData(moment, 'app/inquiry').lang).toBe(langAt(moment.books, 'app')),
  },
];
