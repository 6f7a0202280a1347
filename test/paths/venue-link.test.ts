import { act, getByRole, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Choice } from '#machines/order/order.types.ts';
import { mirrorVenueLink } from '#src/mirrors/venue-link.ts';
import { connectionLost, customer, fails, orderReply } from './answers.ts';
import { typeAddress } from './driver.ts';
import { openPage, openShop } from './open-page.tsx';
import { days, firstChoice, oneAdult, slots, timespan } from './sample-shop.ts';
import { input } from './shortcut.ts';

/** A venue's link opens the choice of tickets with what it names (docs/product.md#links-of-a-venue). */

openShop('en');
afterEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

/** Lets the mirror follow the link until the charts wait for the next reply. */
const turn = () => act(() => new Promise<void>((resolve) => setImmediate(resolve)));

const open = async (address: string, rendered = Promise.resolve()) => {
  const page = await openPage({
    input: { ...input, lang: 'en' },
    mirror: (app) => {
      history.replaceState(null, '', address);
      return [mirrorVenueLink(app, rendered)];
    },
  });
  onTestFinished(page.close);
  // the part that follows links is loaded
  await import('#src/mirrors/follow-link.ts');
  await page.arrive();
  await turn();
  const { purchase, toast } = page.app.getSnapshot().children;
  const reply = async (actor: string, output: unknown) => {
    page.simulated.resolve(actor, output);
    await turn();
  };
  return {
    ...page,
    reply,
    /** The calendar has the sample day, and that the sample times. */
    replies: async () => {
      await reply('search', { days: days(firstChoice.month), slots });
    },
    choice: () => {
      const choice: Choice | undefined = purchase?.getSnapshot().children.order?.getSnapshot().context.choice;
      const lines = choice?.lines.map(({ id, count }) => `${id} ${count}`).join();
      return [choice?.product?.uuid, choice?.day, choice?.timespan?.id, lines];
    },
    notice: () => {
      const shown = toast?.getSnapshot().context.shown;
      return shown && 'values' in shown
        ? Object.entries(shown.values ?? {}).flatMap(([part, state]) => (state === 'no' ? [part] : []))
        : [];
    },
  };
};

const whole = 'product=p1&date=2026-12-01&time=11:00&quantity=2';

describe('a venue’s link', () => {
  it.each([
    [`/?${whole}`, ''],
    [`/?${whole}&a=1#/order`, '?a=1'],
    ['/?date=2026-12-01#/order?time=11:00&quantity=adult:2', ''],
  ])('%s opens with all chosen, and is removed from the address', async (address, search) => {
    const entries = history.length;
    const page = await open(address);
    await page.replies();
    await page.reply('checkStock', slots[1]);
    expect(page.choice()).toEqual(['p1', '2026-12-01', 't2', 'adult 2']);
    expect(page.notice()).toEqual([]);
    expect(screen.getByRole('spinbutton', { name: 'Adult' })).toHaveProperty('value', '2');
    expect([location.search, location.hash, history.length]).toEqual([search, '#/order', entries]);
  });

  it('is followed once the page has taken over the server’s markup, which has no choice', async () => {
    const { promise: rendered, resolve: takeOver } = Promise.withResolvers<void>();
    const page = await open(`/?${whole}`, rendered);
    expect(page.choice()).toEqual([undefined, null, undefined, '']);
    takeOver();
    await turn();
    await page.replies();
    expect(page.choice()).toEqual(['p1', '2026-12-01', 't2', 'adult 2']);
  });

  it('says in one notice what is not to be had, and chooses the rest', async () => {
    const page = await open('/?product=p1&date=2026-12-01&time=09:00&quantity=11');
    await page.replies();
    expect(page.choice()).toEqual(['p1', '2026-12-01', undefined, '']);
    expect(page.notice()).toEqual(['time', 'quantity']);
    const text = 'The entry time of your link is not available';
    expect(screen.getByText(text, { exact: false }).textContent).toContain('The number of tickets');
  });

  it('with a day that is sold out says so, and chooses product and quantity', async () => {
    const page = await open(`/?${whole}`);
    const none = slots.map((slot) => ({ ...slot, state: 'sold_out', remaining: 0 }));
    await page.reply('search', { days: [{ date: '2026-12-01', state: 'sold_out', price_from: 0 }], slots: none });
    expect(page.choice()).toEqual(['p1', '2026-12-01', undefined, 'adult 2']);
    expect(page.notice()).toEqual(['date']);
  });

  it('typed into the open shop is followed, too', async () => {
    const page = await open('/');
    act(() => {
      history.pushState(null, '', `#/order?${whole}`);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    });
    await turn();
    await page.replies();
    expect(page.choice()).toEqual(['p1', '2026-12-01', 't2', 'adult 2']);
    expect(location.hash).toBe('#/order');
  });

  describe('with an open order', () => {
    const openOrder = async () => {
      const page = await open('/#/order');
      const order = page.app.getSnapshot().children.purchase?.getSnapshot().children.order;
      act(() => order?.send({ type: 'product.choose', ...firstChoice }));
      act(() => order?.send({ type: 'timespan.choose', timespan }));
      await page.reply('checkStock', timespan);
      act(() => order?.send({ type: 'option.set', line: oneAdult }));
      act(() => order?.send({ type: 'order.submit' }));
      await page.reply('placeOrder', orderReply({}).output);
      act(() => typeAddress(`/?${whole}`));
      await turn();
      return page;
    };

    it('asks, and goes on with it by the visitor’s choice', async () => {
      const page = await openOrder();
      const dialog = screen.getByRole('dialog', { name: 'Tickets are being kept for you' });
      act(() => getByRole(dialog, 'button', { name: 'Keep my order' }).click());
      await turn();
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(page.simulated.waiting().filter((path) => /cancelOrder/.test(path))).toEqual([]);
      expect(page.choice()).toEqual(['p1', '2026-12-01', 't1', 'adult 1']);
      expect(page.app.getSnapshot().children.purchase?.getSnapshot().context.token).toBe('order-1');
    });

    it('asks, and begins anew with what it names once the seats are given back', async () => {
      const page = await openOrder();
      act(() => screen.getByRole('button', { name: 'Start again' }).click());
      await page.reply('cancelOrder', undefined);
      await page.replies();
      expect(page.choice()).toEqual(['p1', '2026-12-01', 't2', 'adult 2']);
      expect(page.app.getSnapshot().children.purchase?.getSnapshot().context.token).toBeNull();
    });

    it('goes on with it if its seats cannot be given back', async () => {
      const page = await openOrder();
      act(() => screen.getByRole('button', { name: 'Start again' }).click());
      page.simulated.reject('cancelOrder', connectionLost.error);
      await page.reply('readOrder', orderReply({}).output);
      expect(page.app.getSnapshot().children.purchase?.getSnapshot().context.token).toBe('order-1');
      expect(page.simulated.waiting().filter((path) => /search$/.test(path))).toEqual([]);
    });
  });

  it('has its coupon applied once, when there is an order to pay', async () => {
    const page = await open(`/?${whole}#/?coupon=summer`);
    await page.replies();
    await page.reply('checkStock', slots[1]);
    const { purchase } = page.app.getSnapshot().children;
    act(() => purchase?.getSnapshot().children.order?.send({ type: 'order.submit' }));
    await page.reply('placeOrder', orderReply({}).output);
    act(() => purchase?.send({ type: 'customer.submit', customer }));
    await page.reply('putCustomer', orderReply({ customer_info: customer }).output);
    expect(page.simulated.input('changeCoupon')).toMatchObject({ token: 'order-1', code: 'SUMMER' });
    page.simulated.reject('changeCoupon', fails('coupon_expired')[0]?.error);
    await turn();
    expect(screen.getByRole('textbox', { name: 'Coupon code' })).toHaveProperty('value', 'SUMMER');
    expect(page.simulated.waiting().filter((path) => path.endsWith('Coupon'))).toEqual([]);
    expect(location.href).not.toMatch(/summer/i);
  });

  it('ends where the visitor chooses another product meanwhile', async () => {
    const page = await open(`/?${whole}`);
    const { order } = page.app.getSnapshot().children.purchase?.getSnapshot().children ?? {};
    const other = { ...firstChoice, product: { ...firstChoice.product, uuid: 'p2' } };
    act(() => order?.send({ type: 'product.choose', ...other }));
    await page.reply('search', { days: days(firstChoice.month), slots: null });
    expect([page.choice(), page.notice()]).toEqual([['p2', '2026-12-01', undefined, ''], []]);
  });

  it.each([
    ['another site’s product', 'product=p9&quantity=2', ['product']],
    ['a past date', 'date=2026-11-30&time=10:00', ['date']],
    ['a date after the sale', 'date=2999-12-31', ['date']],
  ])('with %s says so', async (_, query, notice) => {
    const page = await open(`/?${query}`);
    if (!query.includes('p9')) await page.reply('search', { days: days(firstChoice.month), slots: null });
    expect(page.notice()).toEqual(notice);
    expect(page.choice()[1]).toBeNull();
  });

  it('stays in the address of another page', async () => {
    await open(`/?${whole}#/terms`);
    expect(location.search).toBe(`?${whole}`);
  });
});
