import type { Locator } from 'playwright-core';
import type { Problem } from '#server/shared/problem.ts';
import type { CallName } from '#src/api/contract/index.ts';
import { effectOf, type FailureCode } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { rejectCall } from './hold.ts';
import { tokenIn } from './scene.ts';
import type { Visitor } from './visitor.ts';
import * as walk from './walk.ts';

/** The steps of a purchase on the default site, in sequence. */
const stations = ['order', 'sign-in', 'payment', 'confirm'] as const;
type Station = (typeof stations)[number];

export type FailureContext = { visitor: Visitor; shop: Shop; lang: Lang };

/** How to cause a row of the failure table in the browser, how it is displayed, and how to go on. */
export type Reach = {
  /** The step before, on `order` with tickets chosen; null if the row reaches it itself. */
  from: Station | null;
  /** Causes the failure; the kit waits until it is displayed. */
  reach: (context: FailureContext) => Promise<unknown>;
  /** Where it is displayed; by default the dialog or alert of the table's row. */
  where?: (visitor: Visitor) => Locator;
  /** Id of the displayed text if it is not the table's. */
  textId?: string;
  /** The code that the text quotes. */
  quotes?: string;
  /** Takes the offered way on. */
  goOn: (context: FailureContext) => Promise<unknown>;
  /** The state after `goOn`. */
  leadsTo: string;
};

/** The place on the page where a row is displayed. */
export const placeOf = (code: FailureCode, { where }: Reach, visitor: Visitor): Locator => {
  if (where) return where(visitor);
  const isDialog = ['dialog', 'reset'].includes(effectOf({ code, unknown: false }));
  return isDialog ? visitor.page.getByRole('dialog') : visitor.page.getByRole('alert').first();
};

const forward: Record<Exclude<Station, 'confirm'>, (visitor: Visitor) => Promise<void>> = {
  order: async (visitor) => {
    await walk.chooseTickets(visitor);
    await walk.submitOrder(visitor);
  },
  'sign-in': async (visitor) => {
    await walk.fillCustomer(visitor);
    await walk.submitCustomer(visitor);
  },
  payment: (visitor) => walk.payWith(visitor),
};

const stationOf = async ({ page, state }: Visitor): Promise<number> => {
  const isHere = (await page.locator('html[data-site="borderless"]').count()) > 0;
  const here = await state();
  return isHere ? stations.findIndex((station) => here.startsWith(`purchase.${station}`)) : -1;
};

/** Brings a visitor from anywhere to a step of the default site; on the order page with a new choice. */
export const goToStation = async (visitor: Visitor, station: Station): Promise<void> => {
  const wanted = stations.indexOf(station);
  if ((await stationOf(visitor)) < 0) {
    await visitor.open('#/order');
    await visitor.at('purchase');
  }
  if ((await stationOf(visitor)) < 0 || (await stationOf(visitor)) > wanted) await visitor.type(`#/${station}`);
  await visitor.at('purchase');
  for (let here = await stationOf(visitor); here < wanted; here += 1) {
    const step = stations[here];
    if (step === undefined || step === 'confirm') throw new Error(`${await visitor.state()} has no next step`);
    await forward[step](visitor);
  }
  if (station === 'order') await walk.chooseTickets(visitor);
};

/** The token of the order that the default site's page stores. */
export const orderToken = (visitor: Visitor): Promise<string> => tokenIn(visitor, 'borderless');

/** Closes the dialog by its button. */
export const closeDialog = async ({ page, click }: Visitor): Promise<void> => {
  await click('dialog.ok');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

/** Clicks while the server refuses the next call of that name; the one after it passes. */
export const refused =
  (call: CallName, problem: Problem, event: string): Reach['reach'] =>
  async ({ visitor }) => {
    await rejectCall(visitor, call, problem);
    await visitor.click(event);
  };
