import { expect } from 'vitest';
import { cards } from '#test/browser/kit/walk.ts';
import { fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from '#test/paths/properties/moment.ts';
import { purchase } from '#test/paths/properties/rule.ts';
import type { PageRule } from './page-rules.ts';

/** Data that the browser stores of a visit (docs/product.md#stored-data). */

const partsOf = (stored: Readonly<Record<string, string>>, key: string): Readonly<Record<string, unknown>> =>
  fieldsOf(JSON.parse(stored[key] ?? 'null'));

const siteOf = ({ now }: Moment): string => `ticket-store:${now.app.getSnapshot().context.site.code}`;

/** Stored data of a chart below the app. */
const childIn = (snapshot: unknown, id: string): Readonly<Record<string, unknown>> =>
  fieldsOf(fieldsOf(fieldsOf(fieldsOf(snapshot).children)[id]).snapshot);

export const storageRules: readonly PageRule[] = [
  {
    docs: 'docs/product.md#stored-data',
    sentence: 'all keys begin with ticket-store:',
    when: () => true,
    // The walk's clock stores its own time.
    must: (_, { session, local }) =>
      expect(
        [...Object.keys(session), ...Object.keys(local)].filter((key) => !/^(ticket-store|walk):/.test(key)),
      ).toEqual([]),
  },
  {
    docs: 'docs/product.md#stored-order-token',
    sentence: 'the order token is stored by itself as long as its order is open',
    when: ({ now }) => now.purchase !== undefined,
    must: (moment, { session }) => {
      const { token } = partsOf(session, `${siteOf(moment)}:order`);
      expect(token ?? null).toBe(purchase(moment)?.token);
    },
  },
  {
    docs: 'docs/product.md#restore',
    sentence: 'every state is stored in the tab at once',
    when: ({ now }) => now.purchase !== undefined,
    must: (moment, { session }) => {
      const { snapshot } = partsOf(session, siteOf(moment));
      const { value, context } = childIn(snapshot, 'purchase');
      expect({ value, context }).toEqual({ value: moment.now.purchase?.value, context: purchase(moment) });
    },
  },
  {
    docs: 'docs/product.md#stored-payment',
    sentence: 'of a card its brand and last four digits are stored, nothing else',
    when: () => true,
    must: (_, { session, local }) => {
      // random tokens may contain sixteen digits of a card that nobody typed
      const text = JSON.stringify([session, local]).replaceAll(/[ -]/g, '');
      for (const number of Object.values(cards)) expect(text).not.toContain(number);
    },
  },
  {
    docs: 'docs/product.md#completion',
    sentence: 'a completed purchase leaves no personal data in the browser',
    when: (moment) => (purchase(moment)?.completion ?? null) !== null,
    must: ({ books }, { session, local }) => {
      const { email, fullname, phone_number } = fieldsOf(books.customer);
      const text = JSON.stringify([session, local]);
      for (const one of [email, fullname, phone_number])
        if (typeof one === 'string' && one.length > 3) expect(text).not.toContain(one);
    },
  },
  {
    docs: 'docs/product.md#restore',
    sentence: 'ticket, receipt and share pages are not stored',
    when: () => true,
    must: (moment, { session }) => {
      const { snapshot } = partsOf(session, siteOf(moment));
      const stored = Object.keys(fieldsOf(fieldsOf(snapshot).children));
      expect(stored.filter((id) => ['ticket', 'receipt', 'share', 'shared-ticket'].includes(id))).toEqual([]);
    },
  },
];
