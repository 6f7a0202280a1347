import { i18n } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Configurations } from '#src/domain/shop.ts';
import type { SiteSettings } from '#src/domain/site.ts';
import { catalogue } from '#test/paths/sample-shop.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { ShopFooter } from './shop-footer.tsx';

type FooterOptions = {
  configured?: Partial<Configurations>;
  site?: Partial<SiteSettings>;
  texts?: Record<string, string>;
};

const bare = {
  about_url: '',
  app_url: '',
  help_url: '',
  extra_url: '',
  terms_url: '',
  specified_url: '',
  privacy_url: '',
};

/** The footer with only the given configuration. */
const show = ({ configured, site, texts = {} }: FooterOptions = {}) => {
  const configurations = { ...catalogue.configurations, ...bare, ...configured };
  const shop = simulateShop({ catalogue: { configurations }, ...(site && { site }) });
  const compiled = Object.entries(texts).map(([id, text]) => [id, compileMessageOrThrow(text)]);
  i18n.load('en', Object.fromEntries(compiled));
  shop.show(ShopFooter);
};
const links = () => within(screen.getByRole('contentinfo')).getAllByRole('link');
const names = () => links().map(({ textContent }) => textContent);

/** docs/product.md#footer */
describe('the footer', () => {
  it('links to the order page, the inquiry and the product\u2019s own legal pages', () => {
    show();
    expect(names()).toEqual(['Book tickets', 'Find your tickets', 'Terms of use', 'Legal notice', 'Privacy policy']);
    expect(links().map((link) => link.getAttribute('href'))).toEqual([
      ...['#/order', '#/reservation-inquiry', '#/terms', '#/specified', '#/privacy'],
    ]);
  });

  it('has no link to the order page on invitation-only sites', () => {
    show({ site: { isOnlyStartMailConfirm: true } });
    expect(names()).not.toContain('Book tickets');
  });

  it.each([
    ['about_url', 'About the exhibition', 6],
    ['terms_url', 'Terms of use', 5],
  ] as const)(
    'links to %s in a new tab, if it is configured: for the legal pages instead of the shop’s page',
    (key, name, all) => {
      show({ configured: { [key]: 'https://venue.example/page' } });
      expect(names()).toHaveLength(all);
      const link = screen.getByRole('link', { name: new RegExp(`^${name}`) });
      expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
        'https://venue.example/page',
        '_blank',
      ]);
    },
  );
});
