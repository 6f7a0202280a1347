import { i18n } from '@lingui/core';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { ToastOutlet } from './shop-page.tsx';

it('shows a notice of another screen only when the texts of that screen are loaded', () => {
  const { app, show } = simulateShop();
  show(ToastOutlet);
  const { order_recalled: recalled, ...others } = i18n.messages;
  act(() => i18n.loadAndActivate({ locale: i18n.locale, messages: others }));
  act(() => app.getSnapshot().children.toast?.send({ type: 'toast.show', toast: { textKey: 'order_recalled' } }));
  expect(screen.getByRole('status').textContent).toBe('');
  act(() => i18n.loadAndActivate({ locale: i18n.locale, messages: { ...others, order_recalled: recalled ?? '' } }));
  expect(screen.getByRole('status').textContent).not.toBe('');
});
