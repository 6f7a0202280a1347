import { i18n } from '@lingui/core';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Failure } from '#src/domain/failures.ts';
import { type Lang, langs } from '#src/domain/lang.ts';
import type { Language } from '#src/domain/shop.ts';
import { loadTexts, mirrorLanguage, moreTexts, pickLang } from '#src/mirrors/language.ts';
import { typeAddress } from './driver.ts';
import { sites } from './plan-rows.ts';
import { catalogue } from './sample-shop.ts';
import { openAt, openCharts, stateSetups } from './shortcut.ts';

/** The address mirror on the charts alone; the browser lane has what only a browser can show. */

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

describe('the address', () => {
  it('that is no page shows not-found, and stays', () => {
    expect(openAt('/#/nothing').state()).toBe('not-found');
    expect(location.hash).toBe('#/nothing');
  });

  it.each(['/#/tickets/abc', '/#/id/abc/'])('%s opens the ticket, and is corrected', (address) => {
    expect(openAt(address).state()).toBe('ticket.reading');
    expect(location.hash).toBe('#/id/abc');
    const before = history.length;
    typeAddress('/tickets/abc');
    expect([location.hash, history.length - before]).toEqual(['#/id/abc', 1]);
  });

  it('of a step that is not available is refused and corrected', () => {
    const charts = openAt('/#/confirm');
    expect(charts.state()).toBe('purchase.order.choosing');
    expect(location.hash).toBe('#/order');
    typeAddress('/payment');
    expect(location.hash).toBe('#/order');
  });

  it('of a change variant names it if a payment is entered', () => {
    const charts = openAt('/');
    stateSetups['purchase.confirm']?.(charts);
    typeAddress('/sign-in?ref=c');
    expect(charts.state()).toBe('purchase.sign-in.editing');
    expect(location.hash).toBe('#/sign-in?ref=c');
    typeAddress('/sign-in');
    expect(location.hash).toBe('#/sign-in');
  });

  it.each(['/', '/privacy', '/signage', '/reservation-inquiry', '/forgotten', '/nowhere'])(
    'of a mail’s link leaves no token behind on %s',
    (path) => {
      const charts = openAt('/#/mail-confirm?token=mail-1', sites[1]);
      const token = (): string => charts.app.getSnapshot().context.token;
      expect(token()).toBe('mail-1');
      typeAddress(path);
      expect([charts.state(), token()]).toEqual([expect.not.stringMatching(/^mail/), '']);
    },
  );

  it('of a return loses its reference once it is processed', () => {
    expect(openAt('/#/payment-callback/gmo/ok?r=1').state()).toBe('purchase.checkout.asking');
    expect(location.hash).toBe('#/payment-callback/order/checking');
  });
});

describe('history', () => {
  const entries = () => history.length;

  it('gets an entry for each step, and Back follows them', () => {
    const charts = openAt('/');
    const before = entries();
    stateSetups['purchase.confirm']?.(charts);
    expect([entries() - before, location.hash]).toEqual([3, '#/confirm']);
    history.back();
    expect([charts.state(), location.hash]).toEqual(['purchase.payment.choosing', '#/payment']);
    history.back();
    expect([charts.state(), location.hash]).toEqual(['purchase.sign-in.editing', '#/sign-in']);
  });

  it('goes back, and does not grow, by the back button of a step', () => {
    const charts = openAt('/');
    charts.toSignIn();
    const before = entries();
    charts.purchase.send({ type: 'step.back' });
    expect([charts.state(), location.hash, entries()]).toEqual(['purchase.order.searching', '#/order', before]);
    history.forward();
    expect(location.hash).toBe('#/sign-in');
  });

  it('returns to where it was when Back is refused', () => {
    const charts = openAt('/');
    stateSetups['purchase.checkout.waiting']?.(charts);
    expect(location.hash).toBe('#/payment-callback/stripe_secure/checking');
    history.back();
    expect(charts.state()).toBe('purchase.checkout.waiting');
    expect(location.hash).toBe('#/payment-callback/stripe_secure/checking');
    charts.toComplete();
    expect(location.hash).toBe('#/complete');
    history.back();
    expect([charts.state(), location.hash]).toEqual(['purchase.complete', '#/complete']);
  });

  it('of a page that a link opened is not left by a step back, because its previous entry is of another shop', () => {
    const charts = openAt('/#/mail-confirm?token=dead');
    charts.app.send({ type: 'mail.confirm' });
    charts.simulated.reject('readOrder', new Failure({ code: 'token_not_found', unknown: false }));
    expect(charts.state()).toBe('purchase.dead-link');
    const back = vi.spyOn(history, 'back');
    charts.purchase.send({ type: 'order.again' });
    expect(back).not.toHaveBeenCalled();
    expect(location.hash).toBe('#/order');
  });

  it.each(['/privacy', '/order'])(
    'leads Back from %s to an unsubscription that is over, which says that nothing is to be done, and leaves it',
    (next) => {
      const charts = openAt('/#/terms');
      typeAddress('/mail-release/magazine-1');
      charts.simulated.resolve('readMagazine', { email: 'h***@visitor.example', is_active: false });
      typeAddress(next);
      history.back();
      expect([charts.state(), location.hash]).toEqual(['mail-release-completion', '#/mail-release-completion']);
      history.back();
      expect([charts.state(), location.hash]).toEqual(['terms', '#/terms']);
    },
  );
});

describe('?lang', () => {
  it.each([
    ['/?lang=en#/order', '/#/order'],
    ['/#/order?lang=en', '/#/order'],
    ['/?a=1&lang=en#/order?ref=c', '/?a=1#/order?ref=c'],
    ['/#/order?ref=c&lang=en', '/#/order?ref=c'],
  ])('%s is removed without a history entry', (address, cleaned) => {
    history.pushState(null, '', address);
    const before = history.length;
    expect(pickLang('borderless', [])).toBe('en');
    expect(location.pathname + location.search + location.hash).toBe(cleaned);
    expect(history.length).toBe(before);
    expect(pickLang('borderless', []), 'and remembered').toBe('en');
  });

  it.each([
    ['xx', 'ja'],
    ['', 'ja'],
    ['kr', 'kr'],
    ['zh-hant', 'zh-hant'],
  ])('of "%s" means %s', (param, meant) => {
    history.pushState(null, '', `/?lang=${param}#/order`);
    expect(pickLang('borderless', [])).toBe(meant);
    expect(location.search).toBe('');
  });
});

const listOf = (flagged: Lang): Language[] =>
  langs.map((id, index) => ({ id, display_name: id, display_position: index + 1, is_default: id === flagged }));

/** A page whose server answers with this catalogue. */
const openSpoken = (part: Partial<typeof catalogue>): void => {
  const { app, simulated } = openCharts();
  onTestFinished(mirrorLanguage(app));
  simulated.resolve('app/catalogue/openShop', { ...catalogue, ...part });
};

describe('the default language of a site', () => {
  it('is used when none was chosen, and remembered for that site only', () => {
    expect(pickLang('mori', listOf('en'))).toBe('en');
    expect(pickLang('mori', []), 'by the page without a list').toBe('en');
    expect(pickLang('borderless', [])).toBe('ja');
  });

  it('does not count as a choice after a reload: another site uses its own', async () => {
    await loadTexts('ja');
    const reload = vi.spyOn(location, 'reload').mockReturnValue();
    openSpoken({ langs: listOf('en') });
    expect(reload).toHaveBeenCalledTimes(1);
    expect(pickLang('borderless', []), 'after the reload').toBe('en');
    expect(pickLang('mori', listOf('kr'))).toBe('kr');
  });

  it('is not switched to where nothing can be stored, so that the page does not reload for ever', async () => {
    await loadTexts('ja');
    const reload = vi.spyOn(location, 'reload').mockReturnValue();
    const broken = () => {
      throw new DOMException('no storage', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: broken, setItem: broken, removeItem: broken });
    openSpoken({ langs: listOf('en') });
    expect(reload).not.toHaveBeenCalled();
  });

  it('is used instead of a chosen one that this site does not list; other sites still use that', () => {
    history.pushState(null, '', '/?lang=kr');
    expect(pickLang('mori', listOf('en').slice(0, 2))).toBe('en');
    expect(pickLang('borderless', listOf('ja'))).toBe('kr');
  });
});

it('texts of the server override the catalogue, including its lazy part, unless malformed', async () => {
  await loadTexts('en');
  openSpoken({ texts: { order_title: 'Your visit', payment_title: 'Paying', common_close: '{broken' } });
  await expect.poll(() => i18n._('order_title')).toBe('Your visit');
  await moreTexts();
  expect(i18n._('payment_title')).toBe('Paying');
  expect(i18n._('common_close')).toBe('Close');
});
