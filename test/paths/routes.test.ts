import { expect, it } from 'vitest';
import { paths } from '#src/mirrors/address/paths.ts';
import { typeAddress } from './driver.ts';
import { openAt } from './shortcut.ts';

/** The table of addresses on the charts alone (docs/product.md#routes). From every state: `properties/general.ts`. */

const routes = Object.values(paths).flatMap((row) => row.paths ?? []);

it.each(routes)('%s is a page, not an unknown address, when the shop is opened and later', (route) => {
  const address = route.replace(/:\w+/g, 'abc');
  const charts = openAt(`/#${address}`);
  expect(charts.state()).not.toBe('not-found');
  typeAddress('/nothing');
  expect(charts.state()).toBe('not-found');
  typeAddress(address);
  expect(charts.state()).not.toBe('not-found');
});

it.each(['/privacy', '/order'])(
  'Back from %s to an unsubscription that is over says that nothing is to be done, and another Back leaves it',
  (next) => {
    const charts = openAt('/#/terms');
    typeAddress('/mail-release/magazine-1');
    charts.simulated.resolve('readMagazine', { email: 'h***@visitor.example', is_active: false });
    expect(location.hash).toBe('#/mail-release-completion');
    typeAddress(next);
    expect(charts.state()).not.toBe('mail-release.mail-release-completion');
    history.back();
    expect([charts.state(), location.hash]).toEqual(['mail-release-completion', '#/mail-release-completion']);
    history.back();
    expect([charts.state(), location.hash]).toEqual(['terms', '#/terms']);
  },
);
