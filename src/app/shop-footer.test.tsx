import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Configurations } from '#src/domain/shop.ts';
import type { SiteSettings } from '#src/domain/site.ts';
import { catalogue } from '#test/paths/sample-shop.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { ShopFooter } from './shop-footer.tsx';

type FooterOptions = { configured?: Partial<Configurations>; site?: Partial<SiteSettings> };

const noUrls = {
  about_url: '',
  app_url: '',
  help_url: '',
  extra_url: '',
  terms_url: '',
  specified_url: '',
  privacy_url: '',
};

/** The footer of an operator with no pages but the configured ones. */
const show = ({ configured, site = {} }: FooterOptions = {}) => {
  const configurations = { ...catalogue.configurations, ...noUrls, ...configured };
  simulateShop({ catalogue: { configurations }, site }).show(ShopFooter);
};
const links = () => within(screen.getByRole('contentinfo')).getAllByRole('link');
const shopLinks = ['Book tickets', 'Find your tickets', 'Terms of use', 'Legal notice', 'Privacy policy'];
const names = () => links().map(({ textContent }) => textContent);

/** docs/product.md#footer */
describe('the footer', () => {
  it('links to the order page, the inquiry and the product\u2019s own legal pages', () => {
    show();
    expect(names()).toEqual(shopLinks);
    const hrefs = ['#/order', '#/reservation-inquiry', '#/terms', '#/specified', '#/privacy'];
    expect(links().map((link) => link.getAttribute('href'))).toEqual(hrefs);
  });

  it('has no link to the order page on invitation-only sites', () => {
    show({ site: { isOnlyStartMailConfirm: true } });
    expect(names()).not.toContain('Book tickets');
  });

  it.each([
    ['about_url', 'About the exhibition', 1],
    ['terms_url', 'Terms of use', 0],
  ] as const)(
    'links to %s in a new tab, if it is configured: for the legal pages instead of the shop’s page',
    (key, name, added) => {
      show({ configured: { [key]: 'https://venue.example/page' } });
      expect(names()).toHaveLength(shopLinks.length + added);
      const link = screen.getByRole('link', { name: new RegExp(`^${name}`) });
      expect(link.getAttribute('href')).toBe('https://venue.example/page');
      expect(link.getAttribute('target')).toBe('_blank');
    },
  );
});
