import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pageRequested } from '#machines/shared/screens.ts';
import { ErrorSummary } from '#src/ui/error-summary.tsx';
import { NoticeBox } from '#src/ui/notice-box.tsx';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { settingsOf } from '#test/tools/example-sites.ts';
import { mirrorTitle } from './title.ts';

const page = (step: string, isRefused = false) => (
  <main id="main">
    <h1>{step}</h1>
    {isRefused ? <ErrorSummary heading="Please check" items={[{ id: 'a', text: 'Enter a name' }]} /> : null}
  </main>
);

it('is the step and the site, with “Error:” while a refused form is shown', async () => {
  const { app } = simulateShop();
  const end = mirrorTitle(app, settingsOf('borderless'));
  expect(document.title).toBe('Digital Art Museum Ticket Shop');
  const { rerender } = render(page('Your details'));
  await waitFor(() => expect(document.title).toBe('Your details · Digital Art Museum Ticket Shop'));
  rerender(page('Your details', true));
  expect(screen.getByRole('alert')).toBeDefined();
  await waitFor(() => expect(document.title).toBe('Error: Your details · Digital Art Museum Ticket Shop'));
  rerender(page('Payment'));
  await waitFor(() => expect(document.title).toBe('Payment · Digital Art Museum Ticket Shop'));
  end();
});

it('does not repeat the exhibition’s name where the site’s title has it', async () => {
  const site = settingsOf('borderless');
  const { app } = simulateShop();
  const end = mirrorTitle(app, site);
  const { rerender } = render(page('Digital Art Museum Tickets'));
  await waitFor(() => expect(document.title).toBe('Tickets · Digital Art Museum Ticket Shop'));
  end();
  const other = { ...site, title: { ...site.title, en: 'Tickets of the City' } };
  const endOther = mirrorTitle(app, other);
  rerender(page('Digital Art Museum Tickets'));
  await waitFor(() => expect(document.title).toBe('Digital Art Museum Tickets · Tickets of the City'));
  endOther();
});

it('is marked as well where a notice says that the form was refused, and not by other notices', async () => {
  const { app } = simulateShop();
  const end = mirrorTitle(app, settingsOf('borderless'));
  const withNotice = (tone: 'warn' | 'error') => (
    <main id="main">
      <h1>Find your tickets</h1>
      <NoticeBox key={tone} tone={tone}>
        No ticket was found
      </NoticeBox>
    </main>
  );
  const { rerender } = render(withNotice('error'));
  await waitFor(() => expect(document.title).toBe('Error: Find your tickets · Digital Art Museum Ticket Shop'));
  rerender(withNotice('warn'));
  await waitFor(() => expect(document.title).toBe('Find your tickets · Digital Art Museum Ticket Shop'));
  end();
});

it('writes an attribute of <html> only when it changes, since `lang` styles the whole page again', () => {
  const { app } = simulateShop();
  const end = mirrorTitle(app, settingsOf('borderless'));
  const writes = new MutationObserver(() => undefined);
  writes.observe(document.documentElement, { attributes: true });
  app.send(pageRequested('privacy'));
  app.send(pageRequested('order'));
  expect(writes.takeRecords().map(({ attributeName }) => attributeName)).toEqual(['data-state', 'data-state']);
  end();
});
