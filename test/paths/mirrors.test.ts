import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mirrorHash } from '#src/mirrors/hash.ts';
import { pickLang } from '#src/mirrors/language.ts';
import { type Charts, openCharts } from './shortcut.ts';
import { typeAddress } from './visitor.ts';

/** The address mirror on bare charts; what only a browser can tell is in the browser lane. */

const ends: (() => void)[] = [];

const open = (address = '/'): Charts => {
  history.pushState(null, '', address);
  const charts = openCharts();
  ends.push(mirrorHash(charts.app), () => charts.app.stop());
  return charts;
};
const refusals = ({ purchase }: Charts): number => purchase.getSnapshot().context.refused;

beforeEach(() => {
  document.documentElement.dataset.env = 'development';
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  sessionStorage.clear();
});

describe('the address', () => {
  it('says what is on screen from the first moment, without an entry of its own', () => {
    history.pushState(null, '', '/');
    const before = history.length;
    open();
    expect(location.hash).toBe('#/order');
    expect(history.length).toBe(before + 1);
  });

  it.each(['/', '/#', '/#/', '/#/order', '/#order', '/#/order/', '/#//'])('%s is the order page', (address) => {
    const charts = open(address);
    expect(charts.state()).toBe('purchase.order.choosing');
    expect(location.hash).toBe('#/order');
    expect(refusals(charts)).toBe(0);
  });

  it.each(['/#/nothing', '/#/order/2', '/#/id', '/#/%E0%A4%A', '/#/tickets'])(
    '%s is no page: said, and the address stays',
    (address) => {
      expect(open(address).state()).toBe('not-found');
      expect(`/${location.hash}`).toBe(address);
    },
  );

  it('of a step that is not due is refused and put right', () => {
    const charts = open('/#/confirm');
    expect(charts.state()).toBe('purchase.order.choosing');
    expect(location.hash).toBe('#/order');
    expect(refusals(charts)).toBe(1);
    typeAddress('/payment');
    expect(location.hash).toBe('#/order');
    expect(refusals(charts)).toBe(2);
  });

  it('of a change variant without anything to change is the plain step', () => {
    expect(open('/#/order?ref=c').state()).toBe('purchase.order.choosing');
    expect(location.hash).toBe('#/order');
  });

  it('of a change variant names it where there is a payment to keep', () => {
    const charts = open();
    charts.toSignIn();
    charts.toPayment();
    charts.toConfirm();
    typeAddress('/sign-in?ref=c');
    expect(charts.state()).toBe('purchase.sign-in.editing');
    expect(location.hash).toBe('#/sign-in?ref=c');
    typeAddress('/sign-in');
    expect(location.hash).toBe('#/sign-in');
  });

  it('of a return loses its reference once it was taken up', () => {
    expect(open('/#/payment-callback/gmo/ok?r=1').state()).toBe('purchase.checkout.asking');
    expect(location.hash).toBe('#/payment-callback/order/checking');
  });
});

describe('history', () => {
  const entries = () => history.length;

  it('gets an entry for each step, and Back walks along them', () => {
    const charts = open();
    const before = entries();
    charts.toSignIn();
    charts.toPayment();
    charts.toConfirm();
    expect([entries() - before, location.hash]).toEqual([3, '#/confirm']);
    history.back();
    expect([charts.state(), location.hash]).toEqual(['purchase.payment.choosing', '#/payment']);
    history.back();
    expect([charts.state(), location.hash]).toEqual(['purchase.sign-in.editing', '#/sign-in']);
    expect(refusals(charts)).toBe(0);
  });

  it('is walked back, not grown, by the button of a step', () => {
    const charts = open();
    charts.toSignIn();
    const before = entries();
    charts.purchase.send({ type: 'step.back' });
    expect([charts.state(), location.hash, entries()]).toEqual(['purchase.order.searching', '#/order', before]);
    history.forward();
    expect(location.hash).toBe('#/sign-in');
  });

  it('returns to where it was when Back is refused', () => {
    const charts = open();
    charts.toSignIn();
    charts.toPayment();
    charts.toConfirm();
    charts.toChecking();
    expect(location.hash).toBe('#/payment-callback/stripe_secure/checking');
    history.back();
    expect(charts.state()).toBe('purchase.checkout.waiting');
    expect(location.hash).toBe('#/payment-callback/stripe_secure/checking');
    expect(refusals(charts)).toBe(1);
    charts.toComplete();
    expect(location.hash).toBe('#/complete');
    history.back();
    expect([charts.state(), location.hash]).toEqual(['purchase.complete', '#/complete']);
  });

  it('leads nowhere any more once the mirror has ended', () => {
    const charts = open();
    for (const end of ends.splice(0, 1)) end();
    typeAddress('/nothing');
    expect(charts.state()).toBe('purchase.order.choosing');
  });
});

describe('?lang', () => {
  it.each([
    ['/?lang=en#/order', '/#/order'],
    ['/#/order?lang=en', '/#/order'],
    ['/?a=1&lang=en#/order?ref=c', '/?a=1#/order?ref=c'],
    ['/#/order?ref=c&lang=en', '/#/order?ref=c'],
  ])('%s is taken out without an entry', (address, left) => {
    history.pushState(null, '', address);
    const before = history.length;
    expect(pickLang()).toBe('en');
    expect(location.pathname + location.search + location.hash).toBe(left);
    expect(history.length).toBe(before);
    expect(pickLang(), 'and remembered').toBe('en');
  });

  it.each([
    ['xx', 'ja'],
    ['', 'ja'],
    ['kr', 'kr'],
    ['zh-hant', 'zh-hant'],
  ])('of "%s" means %s', (asked, meant) => {
    history.pushState(null, '', `/?lang=${asked}#/order`);
    expect(pickLang()).toBe(meant);
    expect(location.search).toBe('');
  });
});
