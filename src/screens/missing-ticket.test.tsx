import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';
import { catalogue } from '#test/paths/sample-shop.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { MailReleaseScreen } from './mail-release/mail-release-screen.tsx';
import { TicketScreen } from './ticket/ticket-screen.tsx';

const { contact_mail, contact_phone } = catalogue.configurations;

it.each<['ticket' | 'mail-release', string, ComponentType]>([
  ['ticket', 'readTicket', TicketScreen],
  ['mail-release', 'app/mail-release/readMagazine', MailReleaseScreen],
])('a dead link of the page %s leads to the look-up, names whom to ask, and is no error', (page, actor, Page) => {
  const shop = simulateShop();
  shop.go(page, 'none');
  shop.show(Page);
  shop.refuse(actor, { code: 'token_not_found' });
  expect(screen.getByRole('alert').className).toContain('warn');
  expect(screen.getByRole('link', { name: 'Find your tickets' })).toBeDefined();
  for (const name of [contact_mail, contact_phone]) expect(screen.getByRole('link', { name })).toBeDefined();
});
