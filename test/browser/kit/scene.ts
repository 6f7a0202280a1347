import { expect } from 'vitest';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Method } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { leaveSeats, passMinutes } from '#test/api/kit/arrange.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import type { Lane } from './lane.ts';
import { orderAt, readOrderLedger, seatsLeft } from './ledger.ts';
import { type Card, fillMethod, stopOffering, submit } from './pay.ts';
import { toPaymentAt } from './site-walk.ts';
import { textPattern } from './texts.ts';
import type { Visitor } from './visitor.ts';

/** A site for each method; the walk there differs by site. */
const sites: Record<Method, SiteCode> = {
  gmo: 'artizon',
  gmo_paypay: 'artizon',
  alipay: 'lab-exhibition',
  stripe: 'nishinippon-exhibition02',
  stripe_secure: siteCodes[0],
  softbank_credit: 'softbank',
  softbank_alipay: 'softbank',
  softbank_paypay: 'softbank',
  free: siteCodes[0],
};

/** A visitor on the payment step, with facts of their order. */
export type Scene = {
  shop: Shop;
  /** The browser that shows the result: the buyer's, unless another one took over. */
  visitor: Visitor;
  method: Method;
  lang: Lang;
  order: { id: string; token: string; price: number; quantity: number; span: string };
  /** Seats of the slot available to others, before the order and after it. */
  seats: number;
  /** Another person's browser, without shared data. */
  elsewhere: () => Promise<Visitor>;
  pay: (card?: Card) => Promise<void>;
  /** Resolves when the visitor must act, on the provider's page or in the bank's frame. */
  waitForPrompt: () => Promise<void>;
  /** Resolves once the order has this status in the database, without a request to the server. */
  until: (status: string) => Promise<void>;
  /** Makes everything half an hour older and runs the sweeper: the hold ends, pending payments are given up. */
  pass: () => Promise<void>;
  /** Other buyers take all remaining seats. */
  sellOut: () => Promise<void>;
};

const idOf = async ({ db }: Shop, token: string): Promise<string> => {
  const row = db.selectFrom('orders').select('id').where('id', '=', orderOpenedBy(token));
  return (await row.executeTakeFirstOrThrow()).id;
};

/** The token of the open order, as the page stores it. */
export const tokenIn = async ({ stored }: Visitor, site: SiteCode): Promise<string> => {
  const order = (await stored())[`ticket-store:${site}:order`] ?? '';
  return /"token":"([^"]+)"/.exec(order)?.[1] ?? '';
};

/** Where the scene runs; with a given visitor, or a new one. */
type SceneOptions = { shop: Shop; lane: Lane; visitor?: Visitor };

/** Brings a visitor to the payment step of a site that accepts the method. */
export const openScene = async ({ shop, lane, ...rest }: SceneOptions, method: Method, lang: Lang): Promise<Scene> => {
  const site = sites[method];
  if (method === 'gmo') await stopOffering(shop, site, 'stripe_secure');
  const visitor = rest.visitor ?? (await lane.visit({ device: 'phone' }));
  await toPaymentAt(visitor, shop, { site, lang });
  const token = await tokenIn(visitor, site);
  const { price, main_product } = await orderAt(shop, site, token);
  const { time_span_id: span, quantity } = main_product;
  const order = { id: await idOf(shop, token), token, price, quantity, span };
  const statusNow = async () => {
    const row = shop.db.selectFrom('orders').select('status').where('id', '=', order.id);
    return (await row.executeTakeFirstOrThrow()).status;
  };
  const scene: Scene = {
    ...{ shop, visitor, method, lang, order },
    seats: await seatsLeft(shop, site, span, token),
    elsewhere: () => lane.visit(),
    pay: async (card) => {
      await fillMethod(visitor, method, card);
      await submit(visitor);
    },
    waitForPrompt: async () => {
      const frame = visitor.page.locator('dialog[open] iframe');
      await visitor.page.locator('button[name=press]').or(frame).first().waitFor();
      // The bank shows the amount once it knows the payment.
      if (await frame.isVisible()) await frame.contentFrame().locator('#sum').waitFor();
    },
    until: (status) => expect.poll(statusNow).toBe(status),
    pass: async () => {
      await passMinutes(shop, token, 31);
      await shop.sweep();
      await shop.sweep();
    },
    sellOut: async () => {
      await leaveSeats(shop, span, 0);
      scene.seats = 0;
    },
  };
  return scene;
};

/** The expected end: order, seats, the provider's ledger, and the screen. */
export type End = {
  status: 'paid' | 'open' | 'expired' | 'refunded';
  /** Whether the provider has the money, refunded it, or took none. */
  ledger: 'charged' | 'refunded' | 'empty';
  state: string;
  heading: string;
  /** Shown in a dialog, whose button is the way on; otherwise by the page. */
  isDialog?: true;
};

/** Checks everything that a payment leaves behind, and that the visitor can go on. */
export const expectEnd = async (scene: Scene, end: End): Promise<void> => {
  const { shop, visitor, order, lang, method } = scene;
  const site = sites[method];
  await visitor.at(end.state);
  const view = await orderAt(shop, site, order.token);
  expect({ status: view.status, hasTicket: view.completion !== null }).toEqual({
    status: end.status,
    hasTicket: end.status === 'paid',
  });
  const { charges, captured, refunded } = await readOrderLedger(shop, order.id);
  const isTaken = end.ledger !== 'empty' && view.price > 0;
  expect({ charges, net: captured - refunded }).toEqual({
    charges: isTaken ? 1 : 0,
    net: isTaken && end.ledger === 'charged' ? view.price : 0,
  });
  const hasSeats = end.status === 'paid' || end.status === 'open';
  expect(await seatsLeft(shop, site, order.span)).toBe(scene.seats - (hasSeats ? order.quantity : 0));
  const mails = shop.db
    .selectFrom('outbox')
    .select('kind')
    .where('order_id', '=', order.id)
    .where('kind', '!=', 'mail_confirm');
  expect((await mails.execute()).map(({ kind }) => kind)).toEqual(
    end.ledger === 'empty' ? [] : [end.ledger === 'charged' ? 'completed' : 'refunded'],
  );
  expect(await visitor.page.locator('h1').textContent()).toMatch(
    new RegExp(`(^| )${textPattern(lang, end.heading).source}$`),
  );
  if (view.completion) {
    const number = await visitor.page.locator('[data-key="reservation-number"]').first().textContent();
    expect(number).toMatch(/^[\dA-Z]{4}-[\dA-Z]{4}-[\dA-Z]{4}$/);
    // A browser that only has the order's token gets the last four characters.
    expect(number?.slice(-4)).toBe(view.completion.reservation_number.slice(-4));
  }
  expect(await visitor.page.getByRole('dialog').isVisible()).toBe(end.isDialog ?? false);
  const wayOn = end.status === 'paid' ? visitor.control('page.requested.ticket') : visitor.primary();
  await wayOn.waitFor();
  expect(await wayOn.isEnabled()).toBe(true);
};
