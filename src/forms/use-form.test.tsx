import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { messages } from '#locales/en/messages.json?lingui';
import type { FieldTemplate, TypedFields } from '#src/domain/customer.ts';
import { fieldErrorsOf } from '#src/domain/customer-check.ts';
import { leavingEvent } from '#src/domain/leaving.ts';
import { trackPointer } from '#src/ui/pointer.ts';
import { fillSilently } from '#test/screens/fill-silently.ts';
import { FieldOfTemplate } from './field-of-template.tsx';
import { FormSummary } from './form-summary.tsx';
import { forgetForms } from './memory.ts';
import { useForm } from './use-form.ts';

const templates: FieldTemplate[] = [
  { field_name: 'fullname', is_display: true, is_require: true, list: null },
  { field_name: 'email', is_display: true, is_require: true, list: null },
  { field_name: 'gender', is_display: true, is_require: false, list: 'genders' },
];
const blank = { fullname: '', email: '', email_confirm: '', gender: '' };
const onDraft = vi.fn<(fields: TypedFields) => void>();
const onSubmit = vi.fn<(fields: TypedFields) => void>();
const none: string[] = [];

function Demo({ known = null }: { known?: TypedFields | null }) {
  const [refused, setRefused] = useState<readonly string[]>(none);
  const judge = (typed: TypedFields) => fieldErrorsOf(templates, typed);
  const form = useForm({ name: 'demo', blank, known, judge, refused, onDraft, onSubmit });
  return (
    <form {...form.props}>
      <FormSummary form={form} />
      {templates.map((template) => (
        <FieldOfTemplate key={template.field_name} template={template} form={form} dataOf={() => ({})} />
      ))}
      <button type="submit">Send</button>
      <button type="button" onClick={() => setRefused(['email'])}>
        Refuse
      </button>
    </form>
  );
}

const show = (known?: TypedFields) =>
  render(
    <I18nProvider i18n={i18n}>
      <Demo {...(known && { known })} />
    </I18nProvider>,
  );
const field = (name: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}( ?Optional)?$`) });
const name = () => field('Full name');
const errors = () => [...document.querySelectorAll('.field .error')].map(({ textContent }) => textContent);
const fillIn = (values: TypedFields) => {
  for (const [field, value] of Object.entries(values)) fillSilently(document.querySelector(`[name="${field}"]`), value);
};
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages });
  forgetForms();
  onDraft.mockReset();
  onSubmit.mockReset();
});

describe('a form', () => {
  it('saves its draft when the page is left, including the focused field', async () => {
    const { unmount } = show();
    await userEvent.type(name(), 'Hana');
    expect(onDraft).not.toHaveBeenCalled();
    fireEvent(window, new Event(leavingEvent));
    expect(onDraft).toHaveBeenLastCalledWith({ ...blank, fullname: 'Hana' });
    unmount();
    onDraft.mockReset();
    fireEvent(window, new Event(leavingEvent));
    expect(onDraft).not.toHaveBeenCalled();
  });

  it('shows an error until the keystroke that corrects it, and no other error meanwhile', async () => {
    show();
    await userEvent.type(field('Email address'), 'hanako');
    await userEvent.tab();
    const wrong = 'Email address: enter an address like name@example.com';
    expect(errors()).toContain(wrong);
    await userEvent.type(field('Email address'), '@example.');
    expect(errors()).toContain(wrong);
    await userEvent.type(field('Email address'), 'j');
    expect(errors()).not.toContain(wrong);
    await userEvent.clear(field('Email address'));
    await userEvent.type(field('Email address'), 'h');
    expect(errors()).not.toContain(wrong);
    await userEvent.tab();
    expect(errors()).toContain(wrong);
  });

  it('does not move what is being pressed: an error waits for the click', async () => {
    vi.useFakeTimers();
    onTestFinished(trackPointer());
    onTestFinished(() => void vi.useRealTimers());
    show();
    const other = screen.getByRole('radio', { name: 'Woman' });
    act(() => name().focus());
    fireEvent.mouseDown(other);
    act(() => other.focus());
    expect(onDraft).toHaveBeenCalledOnce();
    act(() => vi.advanceTimersByTime(5000));
    expect(errors()).toEqual([]);
    fireEvent.mouseUp(other);
    fireEvent.click(other);
    expect(other).toHaveProperty('checked', true);
    expect(errors()).toEqual([]);
    act(() => vi.advanceTimersByTime(100));
    expect(errors()).toEqual(['Enter your full name']);
  });

  it('speaks its errors when it is refused, and not again at each letter', async () => {
    show();
    await send();
    expect(screen.getByRole('alert').textContent).toContain('Enter your full name');
    await userEvent.type(field('Email address'), 'h');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('group', { name: 'Please check the following' }).textContent).toContain('full name');
    await send();
    expect(screen.getByRole('alert')).toBe(document.activeElement);
  });

  it('keeps and sends what a browser filled in without an event', async () => {
    show();
    fillIn({ fullname: 'Hanako' });
    await userEvent.type(field('Email address'), 'a@example.jp');
    await userEvent.click(screen.getByRole('radio', { name: 'Woman' }));
    const values = { ...blank, fullname: 'Hanako', email: 'a@example.jp', gender: 'woman' };
    expect(onDraft).toHaveBeenLastCalledWith(values);
    expect(name().value).toBe('Hanako');
    fillIn({ email_confirm: 'a@example.jp' });
    await send();
    expect(onSubmit).toHaveBeenCalledWith({ ...values, email_confirm: 'a@example.jp' });
  });

  it('validates the repeated address again when the first one changes', async () => {
    show({ ...blank, fullname: 'Hanako', email: 'a@example.jp', email_confirm: 'a@example.jp' });
    await userEvent.type(field('Email address'), 'x');
    expect(errors()).toEqual([]);
    await userEvent.tab();
    expect(errors()).toEqual(['The two email addresses are not the same.']);
    const described = field('Confirm email address').getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'You can leave it empty. We show you the address once more before you continue.',
      ...errors(),
    ]);
    await userEvent.type(field('Confirm email address'), 'x');
    await send();
    expect(onSubmit).toHaveBeenCalledWith({
      ...blank,
      fullname: 'Hanako',
      email: 'a@example.jpx',
      email_confirm: 'a@example.jpx',
    });
  });

  it('does not submit on the Enter that ends an IME composition', () => {
    show();
    const enter = (init: KeyboardEventInit) => {
      const event = createEvent.keyDown(name(), { key: 'Enter', ...init });
      fireEvent(name(), event);
      return event.defaultPrevented;
    };
    expect(enter({ isComposing: true })).toBe(true);
    expect(enter({ keyCode: 229 })).toBe(true);
    expect(enter({ keyCode: 13 })).toBe(false);
  });

  it('marks fields that the server refused until they are edited', async () => {
    show({ ...blank, fullname: 'Hanako', email: 'a@example.jp', email_confirm: 'a@example.jp' });
    await userEvent.click(screen.getByRole('button', { name: 'Refuse' }));
    expect(document.activeElement).toBe(screen.getByRole('alert'));
    expect(errors()).toEqual(['Email address is not valid.']);
    await userEvent.type(field('Email address'), 'x');
    expect(errors()).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
