import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pageRequested } from '#machines/shared/screens.ts';
import { clock } from '#src/domain/dates.ts';
import { ErrorSummary } from '#src/ui/error-summary.tsx';
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

it('begins with the end of the hold from its warning on', () => {
  const { app, fire, purchase, toSignIn } = simulateShop();
  const end = mirrorTitle(app, settingsOf('borderless'));
  toSignIn();
  const hold = purchase?.getSnapshot().children.hold;
  expect(document.title).not.toMatch(/until/);
  fire('holdWarning');
  expect(document.title).toContain(`(until ${clock(hold?.getSnapshot().context.expiresAt ?? 0)})`);
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
