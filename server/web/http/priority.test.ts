import { describe, expect, it } from 'vitest';
import { contract } from '#src/api/contract/index.ts';
import { claimOf, plainClassOf } from './priority.ts';

/** Every call of the contract with its kind of token, or its class if it has none. */
const kinds = Object.entries(contract).map(([name, { method, path }]) => {
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key ?? '', 'token']));
  return [claimOf({ method, path, params })?.of ?? plainClassOf(path), name] as const;
});
const of = (kind: string) => kinds.flatMap(([own, name]) => (own === kind ? [name] : []));

describe('the class of an API call', () => {
  it('depends on the kind of its token, if it has one', () => {
    expect(of('order')).toEqual(
      expect.arrayContaining(['createOrder', 'getOrder', 'putOrder', 'extendOrder', 'checkout', 'createOrderCoupon']),
    );
    expect(of('mail')).toEqual(['getOrderMail', 'getMailedOrder']);
    expect(of('share')).toEqual(['getSharedTicket']);
    expect(of('ticket')).toEqual(expect.arrayContaining(['getTicket', 'sendTicket', 'changeDate', 'getReceipt']));
  });

  it('otherwise depends on its path: public calls have no priority', () => {
    expect(of('payment')).toEqual(expect.arrayContaining(['confirmCheckout', 'getReturn']));
    expect(of('catalogue')).toEqual(
      expect.arrayContaining(['getProducts', 'searchProducts', 'getReservation', 'createReservationMail', 'getToday']),
    );
    expect(plainClassOf('/orders')).toBe('order');
  });

  it('of a new order depends on the token of the order that it replaces', () => {
    const order = { method: 'POST', path: '/orders', params: {} };
    expect(claimOf({ ...order, body: { replaces: 'token' } })).toEqual({ of: 'order', token: 'token' });
    expect(claimOf({ ...order, body: { replaces: 7 } })).toBeNull();
    expect(claimOf({ ...order, body: null })).toBeNull();
  });
});
