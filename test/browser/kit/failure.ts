import type { Locator } from 'playwright-core';
import * as v from 'valibot';
import { effectOf, type FailureCode } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import type { Visitor } from './visitor.ts';
import * as walk from './walk.ts';

/** Where a visitor of the default site can stand, in the order of the purchase. */
const stations = ['order', 'sign-in', 'payment', 'confirm'] as const;
export type Station = (typeof stations)[number];

export type Someone = { visitor: Visitor; shop: Shop; lang: Lang };

/** How a row of the failure table is reached in the browser, how it reads there, and the way on from it. */
export type Reach = {
  /**
   * Who says it: the real server; the page, before or without the server; or an answer put in the server's place, and why
   * the real one cannot be brought to it.
   */
  by: 'server' | 'page' | { instead: string };
  /** Where the visitor stands before, on `order` with a choice; null: the row goes a way of its own. */
  from: Station | null;
  /** Brings it about; the kit waits until it is on screen. */
  reach: (someone: Someone) => Promise<void>;
  /** Where it is said; by default the dialog or the alert, as the table's row has it. */
  where?: (visitor: Visitor) => Locator;
  /** Id of the words on screen, where they are not the table's. */
  says?: string;
  /** The code that the words quote. */
  quotes?: string;
  /** Takes the way on that is offered. */
  goOn: (someone: Someone) => Promise<void>;
  /** The state it leads to. */
  leadsTo: string;
};

/** In: a row. Out: the place of the page where it is said. */
export const placeOf = (code: FailureCode, { where }: Reach, visitor: Visitor): Locator => {
  if (where) return where(visitor);
  const isDialog = ['dialog', 'reset'].includes(effectOf({ code, unknown: false }));
  return isDialog ? visitor.page.getByRole('dialog') : visitor.page.getByRole('alert').first();
};

const forward: Record<Exclude<Station, 'confirm'>, (visitor: Visitor) => Promise<void>> = {
  order: async (visitor) => {
    await walk.chooseTickets(visitor);
    await submitOrder(visitor);
  },
  'sign-in': async (visitor) => {
    await walk.fillCustomer(visitor);
    await visitor.press('customer.submit');
    await visitor.at('purchase.payment.choosing');
  },
  payment: (visitor) => walk.payWith(visitor),
};

/** The order page's choice, sent and taken. */
export const submitOrder = async ({ press, at }: Visitor): Promise<void> => {
  await press('order.submit');
  await at('purchase.sign-in.editing');
};

const stationOf = async ({ page, state }: Visitor): Promise<number> => {
  const site = await page
    .locator('html')
    .getAttribute('data-site', { timeout: 1000 })
    .catch(() => null);
  const here = await state();
  return site === 'borderless' ? stations.findIndex((station) => here.startsWith(`purchase.${station}`)) : -1;
};

/** Brings a visitor to a station of the default site, from wherever they are; on the order page with a fresh choice. */
export const bring = async (visitor: Visitor, station: Station): Promise<void> => {
  const wanted = stations.indexOf(station);
  if ((await stationOf(visitor)) < 0) {
    await visitor.open('#/order');
    await visitor.at('purchase');
  }
  if ((await stationOf(visitor)) < 0 || (await stationOf(visitor)) > wanted) await visitor.type(`#/${station}`);
  await visitor.at('purchase');
  for (let here = await stationOf(visitor); here < wanted; here += 1) {
    const step = stations[here];
    if (step === undefined || step === 'confirm') throw new Error(`${await visitor.state()} leads nowhere`);
    await forward[step](visitor);
  }
  if (station === 'order') await walk.chooseTickets(visitor);
};

const Context = v.object({ context: v.object({ token: v.nullable(v.string()) }) });
const Stored = v.object({
  snapshot: v.object({ children: v.object({ purchase: v.object({ snapshot: Context }) }) }),
});

/** The token of the order that the default site's page holds. */
export const orderToken = async ({ stored }: Visitor): Promise<string> => {
  const { snapshot } = v.parse(Stored, JSON.parse((await stored())['ticket-store:borderless'] ?? ''));
  return snapshot.children.purchase.snapshot.context.token ?? '';
};

/** Closes the dialog by its button. */
export const closeDialog = async ({ page, press }: Visitor): Promise<void> => {
  await press('dialog.ok');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};
