import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openDialog } from '#machines/shared/report-failure.ts';
import { simulateShop } from '#test/screens/simulated-shop.tsx';
import { DialogOutlet } from './shop-page.tsx';

it('shows the next dialog after the browser has closed one by itself, as Android does when Back is pressed twice', () => {
  const { app, show } = simulateShop();
  show(DialogOutlet);
  const [ok, text] = [{ text: 'OK' }, { text: 'Text' }];
  const ask = (number: number, title: string) =>
    app.getSnapshot().children.dialog?.send(openDialog({ number, title: { text: title }, text, okButton: ok }));
  const close = (title: string) => screen.getByRole<HTMLDialogElement>('dialog', { name: title }).close();
  act(() => {
    ask(1, 'First');
    ask(2, 'Second');
  });
  act(() => close('First'));
  act(() => close('Second'));
  expect(screen.queryByRole('dialog')).toBe(null);
  act(() => ask(1, 'Third'));
  expect(screen.getByRole<HTMLDialogElement>('dialog', { name: 'Third' }).open).toBe(true);
});
