import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

const calls = { onOk: vi.fn(), onCancel: vi.fn(), onDismiss: vi.fn() };
afterEach(() => vi.clearAllMocks());

function Demo({ cancel }: { cancel: boolean }) {
  const [open, setOpen] = useState(false);
  const closing = (call: () => void) => () => {
    call();
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {open ? (
        <Dialog
          title="More time?"
          ok={{ children: 'Yes', onClick: closing(calls.onOk) }}
          cancel={cancel ? { children: 'No', onClick: calls.onCancel } : undefined}
          onDismiss={closing(calls.onDismiss)}
        >
          <p>text</p>
        </Dialog>
      ) : null}
    </>
  );
}

const start = (cancel: boolean) => {
  render(<Demo cancel={cancel} />);
  const opener = screen.getByRole('button', { name: 'open' });
  opener.focus();
  fireEvent.click(opener);
  return { opener, dialog: screen.getByRole<HTMLDialogElement>('dialog', { name: 'More time?' }) };
};

test('is modal, named by its title, which has the focus', () => {
  const { dialog } = start(true);
  expect(dialog.open).toBe(true);
  expect(document.activeElement?.textContent).toBe('More time?');
});

test('the focus returns to where it was', () => {
  const { opener } = start(true);
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
  expect(calls.onOk).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBe(null);
  expect(document.activeElement).toBe(opener);
});

test('Esc cancels a dialog with a cancel button and does nothing in others', () => {
  const first = start(true);
  fireEvent(first.dialog, new Event('cancel', { cancelable: true }));
  expect(calls.onCancel).toHaveBeenCalledOnce();
  cleanup();
  const second = start(false);
  expect(screen.queryByRole('button', { name: 'No' })).toBe(null);
  expect(fireEvent(second.dialog, new Event('cancel', { cancelable: true }))).toBe(false);
  expect(fireEvent.keyDown(second.dialog, { key: 'Escape' })).toBe(false);
  expect(calls.onCancel).toHaveBeenCalledOnce();
  expect(second.dialog.open).toBe(true);
});

test('a click on the background dismisses without the OK action; one inside does not', () => {
  const { dialog } = start(true);
  fireEvent.click(screen.getByText('text'));
  expect(calls.onDismiss).not.toHaveBeenCalled();
  fireEvent.click(dialog);
  expect(calls.onDismiss).toHaveBeenCalledOnce();
  expect(calls.onOk).not.toHaveBeenCalled();
});
