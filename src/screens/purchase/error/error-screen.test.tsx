import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Failure } from '#src/domain/failures.ts';
import { shopAt } from '#test/screens/shop-at.tsx';
import { ErrorScreen } from './error-screen.tsx';

const unread = () => Promise.reject(new Failure({ code: 'connection_error', unknown: true }));

describe('ErrorScreen', () => {
  it('says what happened, what was kept, how to start again and whom to ask', async () => {
    const { app, show } = await shopAt({ readOrder: unread });
    show(ErrorScreen);
    expect(await screen.findByText('There is no open order on this device.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Start again' }).hasAttribute('data-primary')).toBe(true);
    expect(await screen.findByRole('link', { name: 'tickets@museum.example' })).toBeDefined();
    expect(app.getSnapshot().children.purchase?.getSnapshot().context.note?.code).toBe('connection_error');
  });

  it('leads back to an order that was kept', async () => {
    const { go, show } = await shopAt();
    go('error');
    show(ErrorScreen);
    expect(screen.getByText('Your order is kept. You can continue where you left off.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Continue my order' }).dataset.event).toBe('order.resume');
  });

  it('names no way to start where purchases begin by mail', async () => {
    const { show } = await shopAt({ readOrder: unread, site: { isOnlyStartMailConfirm: true } });
    show(ErrorScreen);
    expect(await screen.findByText('To start again, please ask us for a new link.')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
