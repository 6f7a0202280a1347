import type { Page } from 'playwright-core';
import type { Shop } from '#test/api/kit/shop.ts';
import type { Moment } from '#test/paths/properties/moment.ts';
import type { Rule } from '#test/paths/properties/rule.ts';
import type { KeyRequests } from './key-requests.ts';

/** Facts of a moment that only a real browser and a real server show. */
export type PageNow = {
  readonly session: Readonly<Record<string, string>>;
  readonly local: Readonly<Record<string, string>>;
  readonly requests: KeyRequests;
  readonly shop: Shop;
};

/** A property of a moment in the browser; one that asks the server ends later. */
export type PageRule = Pick<Rule, 'docs' | 'sentence' | 'when'> & {
  readonly must: (moment: Moment, page: PageNow) => void | Promise<void>;
};

/** Stored data of the visitor's tab. */
export const readStorage = (page: Page) =>
  page.evaluate(() => ({
    session: Object.fromEntries(Object.entries(sessionStorage)),
    local: Object.fromEntries(Object.entries(localStorage)),
  }));
