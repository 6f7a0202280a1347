import { expect, it } from 'vitest';
import { typeAddress } from './driver.ts';
import { sites } from './plan-rows.ts';
import { type Charts, openAt } from './shortcut.ts';

/** A mailed link that is opened in a tab with another purchase. */

const tokenIn = ({ app }: Charts): string => app.getSnapshot().context.token;

it('leaves the page of a payment where it is, also when it is opened on another page', () => {
  const charts = openAt('/');
  charts.toSignIn();
  charts.toPayment();
  charts.toConfirm();
  charts.toChecking();
  const shown = () => [charts.state(), location.hash, tokenIn(charts)];
  const paying = ['purchase.checkout.waiting', '#/payment-callback/stripe_secure/checking', ''];
  typeAddress('/mail-confirm?token=mail-2');
  expect(shown()).toEqual(paying);
  typeAddress('/terms');
  expect(charts.state()).toBe('terms');
  typeAddress('/mail-confirm?token=mail-2');
  expect(shown()).toEqual(paying);
  charts.toComplete();
  expect(charts.state()).toBe('purchase.complete');
});

it.each(['/', '/privacy', '/specified', '/terms', '/signage', '/reservation-inquiry', '/forgotten', '/nowhere'])(
  'leaves no token behind on %s',
  (path) => {
    const charts = openAt('/#/mail-confirm?token=mail-1', sites[1]);
    expect(tokenIn(charts)).toBe('mail-1');
    typeAddress(path);
    expect([charts.state(), tokenIn(charts)]).toEqual([expect.not.stringMatching(/^mail/), '']);
  },
);
